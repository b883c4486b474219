import type { Outcome } from './overview-figures.ts'

export const STATUSES = ['active', 'inactive', 'new'] as const
export const STATUS_COLORS: Record<(typeof STATUSES)[number], string> = {
  active: 'var(--chart-active)',
  inactive: 'var(--chart-inactive)',
  new: 'var(--chart-new)',
}
export const SYNC_STATES = ['synced', 'pending', 'failed'] as const
export const SYNC_COLORS: Record<(typeof SYNC_STATES)[number], string> = {
  synced: 'var(--chart-active)',
  pending: 'var(--chart-pending)',
  failed: 'var(--chart-failed)',
}
export const OUTCOME_COLORS: Record<Outcome, string> = {
  succeeded: 'var(--chart-active)',
  failed: 'var(--chart-failed)',
  skipped: 'var(--chart-inactive)',
  pending: 'var(--chart-pending)',
}
