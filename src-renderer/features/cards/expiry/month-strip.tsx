import { UnstyledButton } from '@mantine/core'
import type { ExpiryPeriods, ReplacementState, StateCounts } from '../../../../src-main/domain/cards/expiring.ts'
import { expiryText as words, monthWord } from '../../../locales/expiry/words.ts'
import { formatNumber, plural } from '../../../locales/messages.ts'
import styles from './expiry.module.css'

interface Cell {
  period: string
  /** On the cell, and in full. */
  label: string
  name: string
  counts: StateCounts
}

/** The months ahead: how many cards end in each, and how far they are. */
export function MonthStrip({
  periods,
  chosen,
  state,
  onChoose,
}: {
  periods: ExpiryPeriods
  chosen: string
  /** Counts only these. */
  state: ReplacementState | null
  onChoose: (period: string) => void
}) {
  return (
    <div className={styles.strip} role="group" aria-label={words('periods')}>
      {cellsOf(periods).map(({ period, label, name, counts }) => {
        const count = countOf(counts, state)
        return (
          <UnstyledButton
            key={period}
            className={styles.month}
            aria-pressed={period === chosen}
            data-none={count === 0 || undefined}
            // The visible text comes first: people who use voice control say that.
            aria-label={`${label} ${formatNumber(count)} – ${words('period.label', { period: name, count: plural('cards.count', count) })}`}
            onClick={() => onChoose(period)}
          >
            <span className={styles.monthName}>{label}</span> <strong>{formatNumber(count)}</strong>
            <Share counts={counts} />
          </UnstyledButton>
        )
      })}
    </div>
  )
}

/** Which part has been handed over, and which can be. Decoration: the states are counted in words above the table. */
function Share({ counts }: { counts: StateCounts }) {
  const total = countOf(counts, null)
  const width = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` })
  return (
    <span className={styles.share} aria-hidden="true">
      <span data-state="handed_over" style={width(counts.handed_over)} />
      <span data-state="arrived" style={width(counts.arrived)} />
    </span>
  )
}

function cellsOf({ ended, months }: ExpiryPeriods): Cell[] {
  const named = (period: 'all' | 'ended') => ({
    period,
    label: words(`period.${period}`),
    name: words(`period.${period}.name`),
  })
  // January begins a year, and the last month has the name of the first.
  const isPlain = (from: string, at: number) => !from.slice(5).startsWith('01') && at < months.length - 1
  return [
    { ...named('ended'), counts: ended.counts },
    { ...named('all'), counts: sumOf(months.map(({ counts }) => counts)) },
    ...months.map(({ from, counts }, at) => ({
      period: from.slice(0, 7),
      label: monthWord(from, isPlain(from, at) ? 'short' : 'short with year'),
      name: monthWord(from, 'whole'),
      counts,
    })),
  ]
}

export function countOf(counts: StateCounts, state: ReplacementState | null): number {
  return state === null ? counts.none + counts.arrived + counts.handed_over : counts[state]
}

export function sumOf(all: readonly StateCounts[]): StateCounts {
  const sum = (state: ReplacementState) => all.reduce((total, counts) => total + counts[state], 0)
  return { none: sum('none'), arrived: sum('arrived'), handed_over: sum('handed_over') }
}
