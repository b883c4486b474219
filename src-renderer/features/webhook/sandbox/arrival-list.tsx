import { UnstyledButton } from '@mantine/core'
import table from '../../../components/table/data-table.module.css'
import { Icon } from '../../../components/icon.tsx'
import { useRowKeys } from '../../../components/table/row-keys.ts'
import { useNow } from '../../../components/text/use-now.ts'
import { formatMoment, formatUtc, text } from '../../../locales/messages.ts'
import { useAheadMs } from '../environment-time.ts'
import type { Message } from './message.ts'
import styles from './inbox.module.css'

interface ArrivalListProps {
  messages: readonly Message[] | null
  openId: string | null
  onOpen: (id: string) => void
  onHold: (held: boolean) => void
}

const SKELETONS = [0, 1, 2, 3, 4]

/** What arrived, newest first; arrows walk it. */
export function ArrivalList({ messages, openId, onOpen, onHold }: ArrivalListProps) {
  const aheadMs = useAheadMs('sandbox')
  const onKeyDown = useRowKeys()
  const now = useNow() + aheadMs
  if (messages === null) {
    return (
      <div className={styles.list} aria-busy="true" aria-label={text('app.loading')}>
        {SKELETONS.map((line) => (
          <div key={line} className={styles.message}>
            <span className={table.skeleton} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul
      className={styles.list}
      aria-label={text('inbox.arrivals')}
      onKeyDown={onKeyDown}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
    >
      {messages.map((message) => (
        <li key={message.id}>
          <UnstyledButton
            className={styles.message}
            data-row
            aria-current={message.id === openId}
            onClick={() => onOpen(message.id)}
            onFocus={() => onOpen(message.id)}
          >
            <span className={styles.messageLine}>
              <code>{message.event ?? text('inbox.foreign')}</code>
              <time dateTime={message.receivedAt} title={formatUtc(message.receivedAt)}>
                {formatMoment(message.receivedAt, now)}
              </time>
            </span>
            <span className={styles.messageLine}>
              <Verified message={message} />
              <span className={styles.answered}>
                {text('inbox.answered', { answer: text(`inbox.answer.${message.answered}`) })}
              </span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function Verified({ message: { verdicts } }: { message: Message }) {
  const genuine = verdicts.standard === 'valid' && verdicts.hex === 'valid'
  return (
    <span className={genuine ? styles.genuine : styles.doubtful}>
      <Icon name={genuine ? 'shieldCheck' : 'shieldBroken'} size={14} />
      {text(genuine ? 'inbox.verified' : 'inbox.unverified')}
    </span>
  )
}
