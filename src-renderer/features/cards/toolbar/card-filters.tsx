import { memo } from 'react'
import { PLANNED_FILTERS } from '../../../../src-main/domain/cards/card-list.ts'
import { CARD_REASONS } from '../../../../src-main/domain/cards/card-reason.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { FilterChip } from '../../../components/form/filter-chip.tsx'
import { useLanguage } from '../../../locales/language.ts'
import { formatCalendarDate, text } from '../../../locales/messages.ts'
import { EXPIRY_RANGES, isExpiryDay, STATUSES, SYNC_STATUSES, type CardsView } from '../cards-view.ts'

interface CardFiltersProps extends ProjectScope {
  view: CardsView
  onChange: (changes: Partial<CardsView>) => void
}

/** The filters of the list. Each is drawn anew when its own value changes: its menu has many parts. */
export function CardFilters({ view, onChange, ...place }: CardFiltersProps) {
  return (
    <>
      <StatusFilter value={view.status} onChange={onChange} />
      <SyncFilter value={view.syncStatus} onChange={onChange} />
      <ExpiryFilter value={view.expires} onChange={onChange} />
      <ReasonFilter value={view.reason} onChange={onChange} />
      {view.planned !== null && (
        <FilterChip
          name={text('cards.filter.planned')}
          options={PLANNED_FILTERS.map((value) => ({ value, label: text(`cards.filter.planned.${value}`) }))}
          value={view.planned}
          onChange={(planned) => onChange({ planned })}
        />
      )}
      {view.driver !== null && (
        <FilterChip
          name={text('cards.filter.driver')}
          options={[{ value: view.driver, label: view.driver }]}
          value={view.driver}
          onChange={(driver) => onChange({ driver })}
        />
      )}
      <CostCentreFilter {...place} value={view.costCentre} onChange={onChange} />
    </>
  )
}

interface FilterProps<Field extends keyof CardsView> {
  value: CardsView[Field]
  onChange: CardFiltersProps['onChange']
}

const StatusFilter = memo(function StatusFilter({ value, onChange }: FilterProps<'status'>) {
  useLanguage()
  return (
    <FilterChip
      name={text('cards.filter.status')}
      options={STATUSES.map((status) => ({ value: status, label: text(`cards.status.${status}`) }))}
      value={value}
      onChange={(status) => onChange({ status })}
    />
  )
})

const SyncFilter = memo(function SyncFilter({ value, onChange }: FilterProps<'syncStatus'>) {
  useLanguage()
  return (
    <FilterChip
      name={text('cards.filter.syncStatus')}
      options={SYNC_STATUSES.map((status) => ({ value: status, label: text(`cards.sync.${status}`) }))}
      value={value}
      onChange={(syncStatus) => onChange({ syncStatus })}
    />
  )
})

const ExpiryFilter = memo(function ExpiryFilter({ value, onChange }: FilterProps<'expires'>) {
  useLanguage()
  return (
    <FilterChip
      name={text('cards.filter.expires')}
      options={expiryOptions(value)}
      value={value}
      onChange={(expires) => onChange({ expires })}
    />
  )
})

const ReasonFilter = memo(function ReasonFilter({ value, onChange }: FilterProps<'reason'>) {
  useLanguage()
  return (
    <FilterChip
      name={text('cards.filter.reason')}
      options={CARD_REASONS.map((reason) => ({ value: reason, label: text(`card.reason.${reason}`) }))}
      value={value}
      onChange={(reason) => onChange({ reason })}
    />
  )
})

/** Only if the fleet uses cost centres. */
const CostCentreFilter = memo(function CostCentreFilter({
  value,
  onChange,
  ...place
}: ProjectScope & FilterProps<'costCentre'>) {
  useLanguage()
  const known = useQuery('cards.costCentres', place).value ?? []
  const offered = value === null || known.includes(value) ? known : [value, ...known]
  if (offered.length === 0) return null
  return (
    <FilterChip
      name={text('cards.filter.costCentre')}
      options={offered.map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={(costCentre) => onChange({ costCentre })}
    />
  )
})

/** The ranges, and the day in the address, if any. */
function expiryOptions(chosen: string | null): { value: string; label: string }[] {
  const ranges = EXPIRY_RANGES.map((value) => ({
    value,
    label:
      value === '0' ? text('cards.filter.expires.past') : text('cards.filter.expires.within', { count: Number(value) }),
  }))
  return chosen !== null && isExpiryDay(chosen)
    ? [{ value: chosen, label: formatCalendarDate(chosen) }, ...ranges]
    : ranges
}
