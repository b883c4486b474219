import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Fact, Facts } from '../../../components/text/facts.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { Panel } from '../../../components/screen/panel.tsx'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { text } from '../../../locales/messages.ts'
import { useAheadMs } from '../environment-time.ts'
import { EndpointActions } from './endpoint-actions.tsx'
import { DisabledNotice } from './disabled-notice.tsx'
import { Failures } from './failure-sparkline.tsx'
import { SendTest } from './send-test.tsx'
import { SubscribedEvents } from './subscribed-events.tsx'
import styles from './endpoint.module.css'

/** The endpoint: its address, its state and its actions. */
export function EndpointCard({ webhook, ...place }: ProjectScope & { webhook: Webhook }) {
  const aheadMs = useAheadMs(place.environment)
  const active = webhook.status === 'active'
  return (
    <Panel
      title={text('webhook.endpoint')}
      beside={
        <StateBadge
          tone={active ? 'active' : 'failed'}
          icon={active ? 'circleCheck' : 'stop'}
          word={text(`webhook.status.${webhook.status}`)}
        />
      }
    >
      <div className={styles.address}>
        <code>{webhook.url}</code>
        <CopyButton value={webhook.url} label={text('webhook.copyUrl')} />
      </div>
      {webhook.description !== null && webhook.description !== '' && (
        <p className={styles.description}>{webhook.description}</p>
      )}
      {!active && <DisabledNotice {...place} webhook={webhook} />}
      <SendTest {...place} />
      <Facts>
        <Fact name={text('webhook.failures')}>
          <Failures {...place} failureCount={webhook.failureCount} />
        </Fact>
        <Fact name={text('webhook.verified')}>
          {webhook.verifiedAt === null ? (
            <span className={styles.dim}>{text('webhook.verified.never')}</span>
          ) : (
            <Moment value={webhook.verifiedAt} aheadMs={aheadMs} />
          )}
        </Fact>
        <Fact name={text('webhook.lastTriggered')}>
          {webhook.lastTriggeredAt === null ? (
            <span className={styles.dim}>{text('webhook.never')}</span>
          ) : (
            <Moment value={webhook.lastTriggeredAt} aheadMs={aheadMs} />
          )}
        </Fact>
        <Fact name={text('webhook.secret')}>
          <code>{webhook.secretPrefix}…</code>
        </Fact>
        <Fact name={text('webhook.created')}>
          <Moment value={webhook.createdAt} aheadMs={aheadMs} />
        </Fact>
      </Facts>
      <SubscribedEvents events={webhook.events} />
      <EndpointActions {...place} webhook={webhook} />
    </Panel>
  )
}
