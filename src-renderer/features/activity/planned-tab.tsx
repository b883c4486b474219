import { Button, Group, Text } from '@mantine/core'
import type { PlannedCard } from '../../../src-main/domain/cards/planned-list.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { ClaimBadge } from '../../components/badge/badges.tsx'
import { Permitted } from '../../components/button/permitted.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { ListPanel } from '../../components/table/list-panel.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { usePage } from '../../components/table/use-page.ts'
import { cardTail } from '../../components/text/card-text.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { formatDay, text } from '../../locales/messages.ts'
import { actorWords } from '../audit/audit-words.ts'
import { usePlanActions } from '../cards/planned/plan-actions.ts'
import { useAheadMs } from '../webhook/environment-time.ts'
import { CardLink } from '../sync/card-link.tsx'
import styles from './activity.module.css'

const COLUMNS = ['at', 'card', 'action', 'by', 'note', 'do'] as const
const PAGE_SIZE = 50

/** What will happen to cards by itself, the next first. */
export function PlannedTab(place: ProjectScope) {
  const [page, showPage] = usePage()
  const answer = useQuery('cards.planned', { ...place, page, limit: PAGE_SIZE })
  const aheadMs = useAheadMs(place.environment)
  return (
    <ListPanel
      answer={answer}
      label={text('planned.title')}
      failed={text('planned.error')}
      empty={<StateMessage icon="clock" title={text('planned.empty')} text={text('planned.empty.text')} />}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={showPage}
    >
      {(plans, dimmed) => (
        <ListTable
          label={text('planned.title')}
          columns={COLUMNS.map((key) => ({ key, word: text(`planned.column.${key}`), unseen: key === 'do' }))}
          rows={plans?.map((plan) => <Row key={plan.cardId} plan={plan} aheadMs={aheadMs} {...place} />) ?? null}
          dimmed={dimmed}
          page={page}
        />
      )}
    </ListPanel>
  )
}

function Row({ plan, aheadMs, ...place }: ProjectScope & { plan: PlannedCard; aheadMs: number }) {
  const { cancel, move, release } = usePlanActions()
  const number = cardTail(plan.cardNumber)
  return (
    <tr>
      <td>{formatDay(plan.at)}</td>
      <td>
        <CardLink {...plan} />
        {plan.claim !== null && (
          <div>
            <ClaimBadge claim={plan.claim} />
          </div>
        )}
      </td>
      <td>
        {text(`planned.action.${plan.action}`)}
        {plan.held && (
          <Text size="xs" c="dimmed">
            {text('cards.planned.held')}
          </Text>
        )}
      </td>
      <td>
        {actorWords({ actor: plan.by, channel: 'app' })}
        <Text size="xs" c="dimmed">
          <Moment value={plan.plannedAt} />
        </Text>
      </td>
      <td className={styles.note}>{plan.note !== null && <q>{plan.note}</q>}</td>
      <td className={styles.do}>
        <Group gap="xs" justify="flex-end">
          {plan.held && (
            <Permitted call="cards.releasePlanned">
              <Button
                size="compact-sm"
                aria-label={text('planned.release.label', { number })}
                onClick={() => void release({ ...place, ...plan })}
              >
                {text('planned.release')}
              </Button>
            </Permitted>
          )}
          <Permitted call="cards.movePlanned">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={text('planned.move.label', { number })}
              onClick={() => void move({ ...place, ...plan }, aheadMs)}
            >
              {text('planned.move')}
            </Button>
          </Permitted>
          <Permitted call="cards.cancelPlanned">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={text('planned.cancel.label', { number })}
              onClick={() => void cancel({ ...place, ...plan })}
            >
              {text('planned.cancel')}
            </Button>
          </Permitted>
        </Group>
      </td>
    </tr>
  )
}
