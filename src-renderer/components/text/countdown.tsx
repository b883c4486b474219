import { formatUntil, formatUtc } from '../../locales/messages.ts'
import { useNow } from './use-now.ts'
import styles from './moment.module.css'

const STEP_MS = 1_000

/**
 * The time until something scheduled, in seconds if it is soon. `aheadMs`: how far its clock is ahead of the
 * wall clock.
 */
export function Countdown({ to, aheadMs = 0 }: { to: string; aheadMs?: number }) {
  const now = useNow(STEP_MS)
  const utc = formatUtc(to)
  return (
    <time className={styles.moment} dateTime={to} tabIndex={0} data-tip={utc} aria-description={utc}>
      {formatUntil(to, now + aheadMs)}
    </time>
  )
}
