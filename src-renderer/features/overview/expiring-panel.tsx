import { Tooltip } from '@mantine/core'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { formatCalendarDate, formatNumber, plural, text } from '../../locales/messages.ts'
import { daysBetween, todayOf, type Overview } from './overview-figures.ts'
import { Panel, Skeleton } from './panel.tsx'
import styles from './overview.module.css'

const RANGES = [30, 60, 90] as const
const STRIP_DAYS = 90
type ExpiryDay = Overview['expiring']['days'][number] & { ahead: number }

/** What runs out within 90 days: a strip to see when it piles up, and the days as a table that leads to the cards. */
export function ExpiringPanel({ overview }: { overview: Overview | undefined }) {
  const today = overview === undefined ? '' : todayOf(overview)
  const days = overview?.expiring.days.map((day) => ({ ...day, ahead: daysBetween(today, day.date) }))
  return (
    <Panel title={text('overview.expiring')}>
      {overview === undefined || days === undefined ? (
        <Skeleton rows={5} size="row" />
      ) : overview.expiring.in90 === 0 ? (
        <p className={styles.nothing}>{text('overview.expiring.none')}</p>
      ) : (
        <>
          <ul className={styles.ranges}>
            {RANGES.map((range) => (
              <li key={range}>
                <PlaceLink
                  screen="cards"
                  params={{ expires: String(range), sort: 'expirationDate' }}
                  className={styles.range}
                >
                  <strong>{formatNumber(overview.expiring[`in${range}`])}</strong>{' '}
                  {text('overview.expiring.within', { days: range })}
                </PlaceLink>
              </li>
            ))}
          </ul>
          <Strip days={days} />
          <DayTable days={days} />
        </>
      )}
    </Panel>
  )
}

/** Ninety days from left to right; a dot for a day on which cards expire, larger for many. For the eye alone. */
function Strip({ days }: { days: readonly ExpiryDay[] }) {
  return (
    <div className={styles.strip} aria-hidden="true">
      <div className={styles.rule}>
        {days.map(({ date, count, ahead }) => (
          <Tooltip key={date} label={`${formatCalendarDate(date)} · ${plural('cards.count', count)}`}>
            <span
              className={styles.dot}
              data-size={count > 9 ? 'large' : count > 1 ? 'middle' : 'small'}
              data-soon={ahead <= 30 || undefined}
              style={{ insetInlineStart: `${(Math.max(0, ahead) / STRIP_DAYS) * 100}%` }}
            />
          </Tooltip>
        ))}
      </div>
      <div className={styles.scale}>
        <span>{text('overview.expiring.today')}</span>
        {RANGES.map((range) => (
          <span key={range}>{text('overview.expiring.days', { days: range })}</span>
        ))}
      </div>
    </div>
  )
}

function DayTable({ days }: { days: readonly ExpiryDay[] }) {
  return (
    <div className={styles.days} role="region" aria-label={text('overview.expiring.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('overview.day')}</th>
            <th scope="col">{text('overview.expiring.in')}</th>
            <th scope="col">{text('cards.title')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, count, ahead }) => (
            <tr key={date}>
              <th scope="row">{formatCalendarDate(date)}</th>
              <td>{ahead <= 0 ? text('cards.expiresToday') : plural('cards.expiresIn', ahead)}</td>
              <td>
                <PlaceLink screen="cards" params={{ expires: date, sort: 'expirationDate' }} className={styles.link}>
                  {plural('cards.count', count)}
                </PlaceLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
