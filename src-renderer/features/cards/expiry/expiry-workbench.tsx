import { Group, SegmentedControl } from '@mantine/core'
import {
  REPLACEMENT_STATES,
  type ExpiryPeriod,
  type ExpiryPeriods,
  type ReplacementState,
} from '../../../../src-main/domain/cards/expiring.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { RefreshButton } from '../../../components/button/refresh-button.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { ScreenTitle } from '../../../components/screen/screen-title.tsx'
import table from '../../../components/table/data-table.module.css'
import { PlaceLink } from '../../../components/text/place-link.tsx'
import '../../../locales/later-words.ts'
import { expiryText as words } from '../../../locales/expiry/words.ts'
import { formatNumber, plural } from '../../../locales/messages.ts'
import { ExpiringList } from './expiring-list.tsx'
import { useExpiryView } from './expiry-place.ts'
import { HandOverAll } from './hand-over-all.tsx'
import { countOf, MonthStrip, sumOf } from './month-strip.tsx'
import { WarningDays } from './warning-days.tsx'
import styles from './expiry.module.css'

/** The cards in use by the month in which they end, and what becomes of each. */
export function ExpiryWorkbench({ projectId, environment }: ProjectScope) {
  const [view, change] = useExpiryView()
  const { value: periods, error, loading, reload } = useQuery('cards.expiryPeriods', { projectId, environment })
  const chosen = periods === undefined ? null : chosenOf(periods, view.period)
  const total = chosen === null ? null : countOf(chosen.days.counts, view.state)
  return (
    <>
      <ScreenTitle title={words('title')} count={total !== null && plural('cards.count', total)}>
        <PlaceLink screen="cards" className={styles.back}>
          {words('back')}
        </PlaceLink>
        <RefreshButton loading={loading} onRefresh={reload} />
      </ScreenTitle>
      {error !== null && <ErrorMessage title={words('error.title')} error={error} onRetry={reload} />}
      {periods !== undefined && chosen !== null && (
        <>
          <MonthStrip
            periods={periods}
            chosen={chosen.period}
            state={view.state}
            onChoose={(period) => change({ period })}
          />
          <div className={styles.states}>
            <SegmentedControl
              size="xs"
              aria-label={words('states')}
              value={view.state ?? ''}
              onChange={(value) => change({ state: REPLACEMENT_STATES.find((state) => state === value) ?? null })}
              data={[null, ...REPLACEMENT_STATES].map((state) => ({
                value: state ?? '',
                label: <StateLabel state={state} count={countOf(chosen.days.counts, state)} />,
              }))}
            />
            <Group gap="sm">
              <HandOverAll projectId={projectId} environment={environment} days={chosen.days} />
              <WarningDays projectId={projectId} environment={environment} days={periods.warningDays} />
            </Group>
          </div>
        </>
      )}
      {error === null && (
        <section className={table.panel} aria-busy={chosen === null}>
          {chosen !== null && (
            <ExpiringList
              key={`${chosen.period} ${view.state} ${view.page}`}
              projectId={projectId}
              environment={environment}
              days={chosen.days}
              view={view}
              onChange={change}
            />
          )}
        </section>
      )}
    </>
  )
}

function StateLabel({ state, count }: { state: ReplacementState | null; count: number }) {
  return (
    <>
      {words(state === null ? 'state.all' : `state.${state}`)} <strong>{formatNumber(count)}</strong>
    </>
  )
}

/** The days of a period; all days if it is not a period any more, such as a month gone by. */
function chosenOf({ ended, months }: ExpiryPeriods, period: string): { period: string; days: ExpiryPeriod } | null {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return null
  if (period === 'ended') return { period, days: ended }
  const month = months.find(({ from }) => from.startsWith(period))
  if (month !== undefined) return { period, days: month }
  const counts = sumOf(months.map((one) => one.counts))
  return { period: 'all', days: { from: first.from, before: last.before, counts } }
}
