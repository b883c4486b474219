import { Stack, Text, UnstyledButton } from '@mantine/core'
import type { Holder, PastCard } from '../../../src-main/domain/cards/holder.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { CardNames, useCardName } from '../../client/card-names.tsx'
import { useQuery } from '../../client/client-context.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { ListPanel } from '../../components/table/list-panel.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { usePage } from '../../components/table/use-page.ts'
import { CardNumber, LicensePlate } from '../../components/text/card-text.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { text } from '../../locales/messages.ts'
import { useAppStore } from '../../app-store.ts'
import { actorWords, channelWords } from '../audit/audit-words.ts'
import { HolderLink } from './holder-link.tsx'
import styles from './holders.module.css'

const PAGE_SIZE = 25
const COLUMNS = ['card', 'since', 'until', 'by', 'now'] as const

interface PastCardsProps extends ProjectScope {
  holder: Holder
  name: string
}

/** The cards that were theirs: from when to when, who changed it, and whose they are today. */
export function PastCards({ holder, name, ...place }: PastCardsProps) {
  const [page, showPage] = usePage()
  const answer = useQuery('holders.past', { ...place, ...holder, page, limit: PAGE_SIZE })
  return (
    <ListPanel
      answer={answer}
      label={text('holder.past.table', { name })}
      failed={text('holder.past.error')}
      empty={
        <StateMessage
          icon="archive"
          title={text('holder.past.none')}
          text={text(holder.kind === 'driver' ? 'holder.past.none.driver' : 'holder.past.none.vehicle')}
        />
      }
      page={page}
      pageSize={PAGE_SIZE}
      onPage={showPage}
    >
      {(cards, dimmed) => (
        <CardNames {...place} cardIds={cards?.map(({ cardId }) => cardId) ?? []}>
          <ListTable
            label={text('holder.past.table', { name })}
            columns={COLUMNS.map((key) => ({ key, word: text(`holder.past.${key}`) }))}
            rows={cards?.map((past) => <Row key={`${past.cardId} ${past.until}`} past={past} />) ?? null}
            dimmed={dimmed}
            page={page}
          />
        </CardNames>
      )}
    </ListPanel>
  )
}

function Row({ past }: { past: PastCard }) {
  const open = useAppStore((state) => state.open)
  const card = useCardName(past.cardId)
  return (
    <tr>
      <td>
        {card === null && <span className={styles.dim}>{text('activity.goneCard')}</span>}
        {card !== null && card !== undefined && (
          <UnstyledButton
            className={styles.link}
            aria-label={text('cards.open', { number: card.cardNumber })}
            onClick={() => open('cards', { card: card.id })}
          >
            <CardNumber value={card.cardNumber} />
          </UnstyledButton>
        )}
      </td>
      <td>
        {past.since === null ? (
          <span className={styles.dim}>{text('holder.past.unknown')}</span>
        ) : (
          <Moment value={past.since} />
        )}
      </td>
      <td>
        <Moment value={past.until} />
      </td>
      <td>
        <Stack component="span" gap={0} lh={1.3}>
          {actorWords({ actor: past.by, channel: past.channel })}
          <Text component="span" c="dimmed" fz="xs" lh="inherit">
            {channelWords(past.channel)}
          </Text>
        </Stack>
      </td>
      <td>
        <span className={styles.now}>
          {card?.licensePlate != null && (
            <HolderLink kind="vehicle" name={card.licensePlate}>
              <LicensePlate value={card.licensePlate} />
            </HolderLink>
          )}
          {card?.driver != null && <HolderLink kind="driver" name={card.driver} />}
        </span>
      </td>
    </tr>
  )
}
