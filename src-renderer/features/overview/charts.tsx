import '@mantine/charts/styles.layer.css'
import { BarChart, DonutChart } from '@mantine/charts'
import { formatNumber, formatWeekday, text } from '../../locales/messages.ts'
import { OUTCOMES, type DeliveryDay, type Overview } from './overview-figures.ts'
import { OUTCOME_COLORS, STATUS_COLORS, STATUSES } from './chart-colors.ts'
import styles from './overview.module.css'

/** Drawings only: the words and numbers next to them say the same. Loaded on demand. */
export function StatusDonut({ cards }: Pick<Overview, 'cards'>) {
  const data = STATUSES.map((status) => ({
    name: text(`cards.status.${status}`),
    value: cards[status],
    color: STATUS_COLORS[status],
  })).filter(({ value }) => value > 0)
  return (
    <DonutChart
      data={data}
      size={152}
      thickness={18}
      strokeWidth={2}
      strokeColor="var(--surface-1)"
      tooltipDataSource="segment"
      valueFormatter={formatNumber}
      accessibilityLayer={false}
      pieProps={{ rootTabIndex: -1 }}
      classNames={{ root: styles.donut ?? '' }}
    />
  )
}

export function DeliveryBars({ days }: { days: readonly DeliveryDay[] }) {
  return (
    <BarChart
      h="100%"
      mih={180}
      type="stacked"
      dataKey="day"
      data={days.map((day) => ({ ...day, day: formatWeekday(day.date) }))}
      series={OUTCOMES.map((outcome) => ({
        name: outcome,
        label: text(`delivery.status.${outcome}`),
        color: OUTCOME_COLORS[outcome],
      }))}
      valueFormatter={formatNumber}
      tickLine="none"
      gridAxis="x"
      maxBarWidth={28}
      yAxisProps={{ allowDecimals: false, width: 36 }}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 0, bottom: 0, left: 0 } }}
    />
  )
}
