import { Box, Group, Text, Tooltip } from '@mantine/core'
import { SmallTable } from '../../components/table/small-table.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { formatCalendarDate, formatNumber, plural, text } from '../../locales/messages.ts'
import { daysBetween, todayOf, type Overview } from './overview-figures.ts'
import { Nothing, Panel, Skeleton } from './panel.tsx'
import styles from './overview.module.css'

const RANGES = [30, 60, 90] as const
const STRIP_DAYS = 90
type ExpiryDay = Overview['expiring']['days'][number] & { ahead: number }

/** Cards that expire within 90 days: a strip that shows where they pile up, and the days as a table of links. */
export function ExpiringPanel({ overview }: { overview: Overview | undefined }) {
  const today = overview === undefined ? '' : todayOf(overview)
  const days = overview?.expiring.days.map((day) => ({ ...day, ahead: daysBetween(today, day.date) }))
  return (
    <Panel title={text('overview.expiring')} aside={<WorkbenchLink />}>
      {overview === undefined || days === undefined ? (
        <Skeleton rows={5} size="row" />
      ) : overview.expiring.in90 === 0 ? (
        <Nothing>{text('overview.expiring.none')}</Nothing>
      ) : (
        <>
          <Group component="ul" gap="4px 8px" mx={-8} c="dimmed" fz="sm">
            {RANGES.map((range) => (
              <li key={range}>
                <PlaceLink
                  screen="cards"
                  params={{ expires: String(range), sort: 'expirationDate' }}
                  className={styles.range}
                >
                  <Text component="strong" c="var(--text)" fz="lg" fw={600}>
                    {formatNumber(overview.expiring[`in${range}`])}
                  </Text>{' '}
                  {text('overview.expiring.within', { days: range })}
                </PlaceLink>
              </li>
            ))}
          </Group>
          <Strip days={days} />
          <DayTable days={days} />
        </>
      )}
    </Panel>
  )
}

function WorkbenchLink() {
  return (
    <Box component="span" fz="sm" c="var(--accent-ink)">
      <PlaceLink screen="cards" params={{ expiring: 'all' }}>
        {text('overview.expiring.work')}
      </PlaceLink>
    </Box>
  )
}

/** Ninety days from left to right, with a dot for each day on which cards expire, larger for many. Decoration. */
function Strip({ days }: { days: readonly ExpiryDay[] }) {
  return (
    <Box mt="lg" mx={6} mb="md" aria-hidden="true">
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
      <Group justify="space-between" wrap="nowrap" mt={10} mx={-6} c="dimmed" fz="xs">
        <span>{text('overview.expiring.today')}</span>
        {RANGES.map((range) => (
          <span key={range}>{text('overview.expiring.days', { days: range })}</span>
        ))}
      </Group>
    </Box>
  )
}

function DayTable({ days }: { days: readonly ExpiryDay[] }) {
  return (
    <SmallTable
      className={styles.days}
      label={text('overview.expiring.table')}
      head={[text('overview.day'), text('overview.expiring.in'), text('cards.title')]}
    >
      {days.map(({ date, count, ahead }) => (
        <tr key={date}>
          <th scope="row">{formatCalendarDate(date)}</th>
          <Box component="td" c="dimmed">
            {ahead <= 0 ? text('cards.expiresToday') : plural('cards.expiresIn', ahead)}
          </Box>
          <Box component="td" c="var(--accent-ink)">
            <PlaceLink screen="cards" params={{ expires: date, sort: 'expirationDate' }}>
              {plural('cards.count', count)}
            </PlaceLink>
          </Box>
        </tr>
      ))}
    </SmallTable>
  )
}
