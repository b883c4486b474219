import { Text } from '@mantine/core'
import { Moment } from '../../../components/text/moment.tsx'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import type { Verdict } from '../../../../src-main/domain/webhooks/inbox.ts'
import { text } from '../../../locales/messages.ts'
import { BodyView } from '../deliveries/body-view.tsx'
import { HeaderTable } from '../deliveries/header-table.tsx'
import { useAheadMs } from '../environment-time.ts'
import type { Message } from './message.ts'
import styles from './inbox.module.css'

/** One arrival: whether both signatures are valid, then the message as received. */
export function ArrivalView({ message }: { message: Message }) {
  const aheadMs = useAheadMs('sandbox')
  return (
    <article className={styles.view} aria-label={text('inbox.message')} tabIndex={0}>
      <header className={styles.viewHeading}>
        <h2>
          <code>{message.event ?? text('inbox.foreign')}</code>
        </h2>
        <Text component="span" c="dimmed" fz="xs" lh={1.5}>
          <Moment value={message.receivedAt} aheadMs={aheadMs} /> ·{' '}
          {text('inbox.answered', { answer: text(`inbox.answer.${message.answered}`) })}
        </Text>
      </header>
      <div className={styles.verdicts}>
        <VerdictLine scheme="Standard Webhooks" verdict={message.verdicts.standard} />
        <VerdictLine scheme="X-Webhook-Signature" verdict={message.verdicts.hex} />
      </div>
      <BodyView body={message.body} label={text('delivery.request.body')} />
      <HeaderTable headers={message.headers} label={text('delivery.request.headers')} />
    </article>
  )
}

function VerdictLine({ scheme, verdict }: { scheme: string; verdict: Verdict }) {
  const valid = verdict === 'valid'
  return (
    <div className={styles.verdict}>
      <span>{scheme}</span>
      <StateBadge
        tone={valid ? 'active' : 'failed'}
        icon={valid ? 'shieldCheck' : 'shieldBroken'}
        word={text(`inbox.verdict.${verdict}`)}
      />
    </div>
  )
}
