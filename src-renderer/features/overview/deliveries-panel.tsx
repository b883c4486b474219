import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { ButtonLink } from '../../components/button/button-link.tsx'
import { Guard } from '../../components/feedback/guard.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { formatCalendarDate, formatNumber, plural, text } from '../../locales/messages.ts'
import { onDemand } from '../../on-demand.ts'
import { OUTCOME_COLORS } from './chart-colors.ts'
import { deliveryTotals, OUTCOMES, weekBegins, type DeliveryDay, type Overview } from './overview-figures.ts'
import { Nothing, Panel, Skeleton } from './panel.tsx'
import { Swatch } from './swatch.tsx'

const DeliveryBars = onDemand(async () => (await import('./charts.tsx')).DeliveryBars)

/** Webhook deliveries of the last 7 days: a bar a day, by how they ended. */
export function DeliveriesPanel({ overview }: { overview: Overview | undefined }) {
  const totals = overview === undefined ? null : deliveryTotals(overview.deliveries)
  const title = text('overview.deliveries')
  const since = overview === undefined ? undefined : weekBegins(overview)
  return (
    <Panel
      title={title}
      aside={
        totals !== null &&
        totals.all > 0 && (
          <Text component="span" c="dimmed" fz="sm">
            {plural('overview.deliveries.count', totals.all)}
          </Text>
        )
      }
    >
      {overview === undefined || totals === null ? (
        <Skeleton size="chart" />
      ) : totals.all === 0 ? (
        <Nothing>
          {text('overview.deliveries.none')}
          <ButtonLink screen="webhook" small>
            {text('overview.deliveries.go')}
          </ButtonLink>
        </Nothing>
      ) : (
        <>
          <Guard small>
            <Box flex={1} mih="11.25rem" aria-hidden="true">
              <DeliveryBars days={overview.deliveries} />
            </Box>
          </Guard>
          <Group component="ul" gap="4px 20px" mt="md" fz="sm" c="dimmed">
            {OUTCOMES.filter((outcome) => totals[outcome] > 0).map((outcome) => (
              <li key={outcome}>
                <PlaceLink screen="webhook" params={{ status: outcome, ...(since === undefined ? {} : { since }) }}>
                  <Group component="span" gap={6}>
                    <Swatch color={OUTCOME_COLORS[outcome]} />
                    {text(`delivery.status.${outcome}`)}
                    <Text component="strong" c="var(--text)" fz="sm" fw={600}>
                      {formatNumber(totals[outcome])}
                    </Text>
                  </Group>
                </PlaceLink>
              </li>
            ))}
          </Group>
          <VisuallyHidden>
            <DayTable title={title} days={overview.deliveries} />
          </VisuallyHidden>
        </>
      )}
    </Panel>
  )
}

/** The chart for screen readers. */
function DayTable({ title, days }: { title: string; days: readonly DeliveryDay[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{text('overview.day')}</th>
          {OUTCOMES.map((outcome) => (
            <th key={outcome} scope="col">
              {text(`delivery.status.${outcome}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <th scope="row">{formatCalendarDate(day.date)}</th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome}>{formatNumber(day[outcome])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
