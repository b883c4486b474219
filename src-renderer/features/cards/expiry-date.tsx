import { DAY_MS, formatCalendarDate, plural, text } from '../../locales/messages.ts'
import { useAhead } from './ahead.ts'
import styles from './cards.module.css'

/** Expiries within this many days are marked (the service warns 30 days before). */
const SOON_DAYS = 30

/** The last valid day, and how soon that is if soon. */
export function ExpiryDate({ value }: { value: string | null }) {
  const aheadMs = useAhead()
  if (value === null) return <span className={styles.nothing}>{text('cards.unknown')}</span>
  const days = Math.round((Date.parse(value) - startOfToday(aheadMs)) / DAY_MS)
  return (
    <span className={styles.expiry}>
      <time dateTime={value.slice(0, 10)}>{formatCalendarDate(value)}</time>
      {days <= SOON_DAYS && <span className={days < 0 ? styles.expired : styles.soon}>{nearness(days)}</span>}
    </span>
  )
}

function nearness(days: number): string {
  if (days < 0) return text('cards.expired')
  return days === 0 ? text('cards.expiresToday') : plural('cards.expiresIn', days)
}

/** The service counts an expiry in UTC days. */
function startOfToday(aheadMs: number): number {
  return Math.floor((Date.now() + aheadMs) / DAY_MS) * DAY_MS
}
