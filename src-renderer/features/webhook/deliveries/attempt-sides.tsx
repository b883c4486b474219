import { Flex } from '@mantine/core'
import type { DeliveryAttempt, DeliveryStatus } from '../../../../src-main/domain/webhook.ts'
import { Moment } from '../../../components/text/moment.tsx'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { formatDuration, text } from '../../../locales/messages.ts'
import { BodyView } from './body-view.tsx'
import { HeaderTable } from './header-table.tsx'
import styles from './drawer.module.css'

/** What was sent. Before the first attempt, the body is already known. */
export function AttemptRequest({
  attempt,
  body,
  aheadMs,
}: {
  attempt: DeliveryAttempt | null
  body: string
  aheadMs: number
}) {
  return (
    <section className={styles.side} aria-label={text('delivery.request')}>
      <div className={styles.sideHeading}>
        <h3>{text('delivery.request')}</h3>
        {attempt !== null && (
          <Flex component="span" display="inline-flex" gap="sm" align="center" c="dimmed" fz="sm">
            POST · <Moment value={attempt.startedAt} aheadMs={aheadMs} />
          </Flex>
        )}
      </div>
      {attempt !== null && <HeaderTable headers={attempt.requestHeaders} label={text('delivery.request.headers')} />}
      <BodyView body={body} label={text('delivery.request.body')} />
    </section>
  )
}

/** What came back, or why nothing did. */
export function AttemptResponse({ attempt, status }: { attempt: DeliveryAttempt | null; status: DeliveryStatus }) {
  return (
    <section className={styles.side} aria-label={text('delivery.answer')}>
      <div className={styles.sideHeading}>
        <h3>{text('delivery.answer')}</h3>
        {attempt !== null && (
          <Flex component="span" display="inline-flex" gap="sm" align="center" c="dimmed" fz="sm">
            <ResponseBadge statusCode={attempt.statusCode} /> {formatDuration(attempt.durationMs)}
          </Flex>
        )}
      </div>
      {attempt === null && (
        <p className={styles.nothing}>
          {text(
            status === 'skipped' || status === 'cancelled' ? `delivery.answer.${status}` : 'delivery.answer.notYet',
          )}
        </p>
      )}
      {attempt?.error != null && (
        <p className={styles.trouble} role="note">
          {attempt.error}
        </p>
      )}
      {attempt?.responseHeaders != null && (
        <HeaderTable headers={attempt.responseHeaders} label={text('delivery.answer.headers')} />
      )}
      {attempt?.responseBody != null && attempt.responseBody !== '' && (
        <BodyView body={attempt.responseBody} label={text('delivery.answer.body')} />
      )}
      {attempt?.responseBody === '' && <p className={styles.nothing}>{text('delivery.answer.empty')}</p>}
      {attempt?.responseTruncated === true && <p className={styles.nothing}>{text('delivery.answer.truncated')}</p>}
    </section>
  )
}

function ResponseBadge({ statusCode }: { statusCode: number | null }) {
  if (statusCode === null) return <StateBadge tone="failed" icon="alert" word={text('delivery.noAnswer')} />
  const fine = statusCode >= 200 && statusCode < 300
  return <StateBadge tone={fine ? 'active' : 'failed'} icon={fine ? 'check' : 'alert'} word={String(statusCode)} />
}
