import { Flex } from '@mantine/core'
import { useQuery } from '../../../client/client-context.tsx'
import { plural, text } from '../../../locales/messages.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Delivery } from '../../../../src-main/domain/webhook.ts'
import { logInput } from '../deliveries/log-input.ts'
import styles from './endpoint.module.css'

const SHOWN = 16
/** Failed attempts that fill the height. */
const MOST = 5

/** Triggers that count towards disabling the webhook; tests, resends and recoveries do not. */
const COUNTED: ReadonlySet<Delivery['trigger']> = new Set(['automatic', 'simulate', 'schedule'])

/**
 * The newest counted deliveries as bars: green arrived, red failed, higher with more failed attempts; and how
 * many failed in a row.
 */
export function Failures({ failureCount, ...place }: ProjectScope & { failureCount: number }) {
  const { value } = useQuery('webhook.deliveries.list', logInput(place))
  const deliveries = (value?.docs ?? [])
    .filter(
      ({ status, trigger }) =>
        COUNTED.has(trigger) && (status === 'succeeded' || failedAttempts({ status, attemptCount: 1 }) > 0),
    )
    .slice(0, SHOWN)
  const failed = deliveries.filter((delivery) => delivery.status !== 'succeeded').length
  // Enabling, a new address and any success reset the count; then the bars say more.
  const words =
    failureCount > 0
      ? plural('webhook.failures.count', failureCount)
      : deliveries[0] !== undefined && deliveries[0].status !== 'succeeded'
        ? text('webhook.failures.anew')
        : text('webhook.failures.none')
  return (
    <>
      {/* A single bar is not a chart. */}
      {deliveries.length > 1 && (
        <Flex
          component="span"
          display="inline-flex"
          gap={2}
          align="flex-end"
          h="1.125rem"
          role="img"
          aria-label={text('webhook.sparkline', { count: deliveries.length, failed })}
        >
          {deliveries.toReversed().map((delivery) => (
            <span
              key={delivery.id}
              className={delivery.status === 'succeeded' ? styles.barDone : styles.barFailed}
              style={{ height: `${heightOf(delivery)}%` }}
            />
          ))}
        </Flex>
      )}
      <span className={failureCount > 0 ? styles.failing : styles.dim}>
        {words}
        {failed > 0 && ` · ${text('webhook.failures.of', { failed, count: deliveries.length })}`}
      </span>
    </>
  )
}

export function failedAttempts({ status, attemptCount }: Pick<Delivery, 'status' | 'attemptCount'>): number {
  if (status === 'succeeded') return attemptCount - 1
  return status === 'failed' || status === 'pending' ? attemptCount : 0
}

function heightOf(delivery: Delivery): number {
  const failed = failedAttempts(delivery)
  return failed === 0 ? 30 : 40 + (60 * Math.min(failed, MOST)) / MOST
}
