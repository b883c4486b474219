import { useState } from 'react'
import { formatDay, formatMoment, formatUtc } from '../../locales/messages.ts'
import { useNow } from './use-now.ts'
import styles from './moment.module.css'

/**
 * A time as people say it. Hovering shows the exact one in UTC, as does focusing its row: a tab stop
 * for each would be too many in a list. `aheadMs`: how far its clock is ahead of the wall clock.
 */
export function Moment({ value, aheadMs = 0 }: { value: string; aheadMs?: number }) {
  const now = useNow()
  const utc = formatUtc(value)
  return (
    <time className={styles.moment} dateTime={value} data-tip={utc} data-utc={utc} data-day={formatDay(value)}>
      {formatMoment(value, now + aheadMs)}
    </time>
  )
}

/** The same in a table of many rows: re-rendered only with its row. */
export function QuietMoment({ value, aheadMs = 0 }: { value: string; aheadMs?: number }) {
  const [now] = useState(() => Date.now())
  return (
    <time
      className={styles.moment}
      dateTime={value}
      title={formatUtc(value)}
      data-utc={formatUtc(value)}
      data-day={formatDay(value)}
    >
      {formatMoment(value, now + aheadMs)}
    </time>
  )
}
