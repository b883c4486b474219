import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '../../../../src-main/domain/audit.ts'
import type { Card } from '../../../../src-main/domain/card.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { ChangeList } from '../../audit/change-list.tsx'
import { actionIcon, actionWords, actorWords, channelWords } from '../../audit/audit-words.ts'
import { useAhead } from '../ahead.ts'
import { useCardActions, wasUndone, type TakenBack } from '../card-actions.ts'
import { useHandOver } from '../expiry/use-hand-over.tsx'
import styles from './timeline.module.css'

const STEP = 20
/** The service's page limit. */
const MAXIMUM = 100

/** The card's history, newest first, down to its origin. */
export function CardTimeline({ card }: { card: Card }) {
  const [limit, setLimit] = useState(STEP)
  const aheadMs = useAhead()
  const { value, error, loading, reload } = useQuery('audit.list', {
    kind: card.environment,
    projectId: card.projectId,
    targetId: card.id,
    limit,
  })
  if (error !== null) return <ErrorMessage title={text('timeline.error.title')} error={error} onRetry={reload} />
  if (value === undefined) return <Box mih={240} aria-busy="true" />
  return (
    <ol className={styles.timeline} aria-busy={loading}>
      {value.docs.map((entry, index) => (
        <li key={entry.seq} className={styles.entry}>
          <span className={styles.mark}>
            <Icon name={actionIcon(entry.action)} size={16} />
          </span>
          <Stack gap={2} flex={1} miw={0} pt="xs" fz="sm">
            <div className={styles.line}>
              <strong>{actionWords(entry.action)}</strong>
              <Moment value={entry.time} />
            </div>
            <span className={styles.who}>
              {actorWords(entry)} · {channelWords(entry.channel)}
            </span>
            {entry.reason !== null && <q className={styles.reason}>{entry.reason}</q>}
            <ChangeList entry={entry} linked />
            {index === 0 && <UndoLast card={card} entry={entry} />}
          </Stack>
        </li>
      ))}
      {value.total > value.docs.length && limit < MAXIMUM ? (
        <li>
          <Button variant="subtle" size="compact-sm" loading={loading} onClick={() => setLimit(MAXIMUM)}>
            {text('timeline.more')}
          </Button>
        </li>
      ) : (
        <li className={styles.entry}>
          <span className={styles.mark}>
            <Icon name="cards" size={16} />
          </span>
          <Stack gap={2} flex={1} miw={0} pt="xs" fz="sm">
            <div className={styles.line}>
              <strong>{text(card.environment === 'sandbox' ? 'timeline.created.sandbox' : 'timeline.created')}</strong>
              <Moment value={card.createdAt} aheadMs={aheadMs} />
            </div>
          </Stack>
        </li>
      )}
    </ol>
  )
}

/** The service's undo window. */
const UNDO_MS = 10 * 60_000
const COMMANDS: Readonly<Record<string, TakenBack>> = {
  'card.activate': 'activate',
  'card.hand_over': 'activate',
  'card.enable': 'enable',
  'card.disable': 'disable',
  'card.update': 'update',
}

/** Anyone can undo the card's last command for ten minutes. */
function UndoLast({ card, entry }: { card: Card; entry: AuditEntry }) {
  const actions = useCardActions()
  const [now] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const { undoOf } = useHandOver()
  const command = COMMANDS[entry.action]
  const partner = entry.after?.['replacesCardId'] ?? entry.after?.['replacedByCardId']
  if (wasUndone(card.id) || command === undefined || Date.parse(entry.time) + UNDO_MS < now) return null
  const undo = async () => {
    setBusy(true)
    if (typeof partner === 'string') await undoOf(card, partner)
    else await actions.undo(card, command)
    setBusy(false)
  }
  return (
    <div>
      <Permitted call="cards.undo">
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Icon name="undo" size={14} />}
          loading={busy}
          onClick={() => void undo()}
        >
          {text(entry.action === 'card.activate' ? 'card.undo.activate' : 'undo')}
        </Button>
      </Permitted>
    </div>
  )
}
