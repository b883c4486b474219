import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import { useAnswer } from '../../../client/client-context.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Moment } from '../../../components/moment.tsx'
import { ErrorMessage } from '../../../components/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { ChangeList } from '../../audit/change-list.tsx'
import { actionIcon, actionWords, actorWords, channelWords } from '../../audit/audit-words.ts'
import styles from './timeline.module.css'

const STEP = 20
/** As many as one answer may hold. */
const MAXIMUM = 100

/** Who did what with the card, when and from where: newest first, down to where it came from. */
export function CardTimeline({ card }: { card: Card }) {
  const [limit, setLimit] = useState(STEP)
  const { value, error, loading, reload } = useAnswer('audit.list', { kind: card.environment, projectId: card.projectId, targetId: card.id, limit })
  if (error !== null) return <ErrorMessage title={text('timeline.error.title')} error={error} onRetry={reload} />
  if (value === undefined) return <div className={styles.waiting} aria-busy="true" />
  return (
    <ol className={styles.timeline} aria-busy={loading}>
      {value.docs.map((entry) => (
        <li key={entry.seq} className={styles.entry}>
          <span className={styles.mark}>
            <Icon name={actionIcon(entry.action)} size={16} />
          </span>
          <div className={styles.what}>
            <div className={styles.line}>
              <strong>{actionWords(entry.action)}</strong>
              <Moment value={entry.time} />
            </div>
            <span className={styles.who}>
              {actorWords(entry)} · {channelWords(entry.channel)}
            </span>
            {entry.reason !== null && <q className={styles.reason}>{entry.reason}</q>}
            <ChangeList entry={entry} />
          </div>
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
          <div className={styles.what}>
            <div className={styles.line}>
              <strong>{text(card.environment === 'sandbox' ? 'timeline.created.sandbox' : 'timeline.created')}</strong>
              <Moment value={card.createdAt} />
            </div>
          </div>
        </li>
      )}
    </ol>
  )
}
