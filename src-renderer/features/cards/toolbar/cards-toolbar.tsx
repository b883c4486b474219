import { Box, CloseButton, Flex, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { memo, useRef, useState } from 'react'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { PLANNED_FILTERS } from '../../../../src-main/domain/cards/card-list.ts'
import { CARD_REASONS } from '../../../../src-main/domain/cards/card-reason.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { FilterChip } from '../../../components/form/filter-chip.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useLanguage } from '../../../locales/language.ts'
import { formatCalendarDate, text } from '../../../locales/messages.ts'
import { useScreenKeys } from '../../../screen-keys.ts'
import { useAhead } from '../ahead.ts'
import { EXPIRY_RANGES, isExpiryDay, queryOf, STATUSES, SYNC_STATUSES, type CardsView } from '../cards-view.ts'
import { openList } from '../selection/pasted.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from '../cards.module.css'

const SEARCH_DELAY_MS = 200
/** As the service allows. */
const SEARCH_LENGTH = 100

interface CardsToolbarProps {
  projectId: string
  environment: EnvironmentName
  view: CardsView
  /** How many match. */
  total: number
  onChange: (changes: Partial<CardsView>) => void
  /** Called with whether the typed text is not searched yet. */
  onTyping: (typing: boolean) => void
  /** Enter in the search: opens the card that is meant, if it is a single one. */
  onEnter: (search: string) => Promise<void>
}

/** The toolbar above the table: search, filters, columns and export. Memoised, since it is most of the screen's parts. */
export const CardsToolbar = memo(function CardsToolbar({
  projectId,
  environment,
  view,
  total,
  onChange,
  onTyping,
  onEnter,
}: CardsToolbarProps) {
  useLanguage()
  return (
    <div className={styles.toolbar} role="search">
      <SearchField
        value={view.search}
        onSearch={(search) => onChange({ search })}
        onTyping={onTyping}
        onEnter={(search) => void onEnter(search)}
      />
      <FilterChip
        name={text('cards.filter.status')}
        options={STATUSES.map((value) => ({ value, label: text(`cards.status.${value}`) }))}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterChip
        name={text('cards.filter.syncStatus')}
        options={SYNC_STATUSES.map((value) => ({ value, label: text(`cards.sync.${value}`) }))}
        value={view.syncStatus}
        onChange={(syncStatus) => onChange({ syncStatus })}
      />
      <FilterChip
        name={text('cards.filter.expires')}
        options={expiryOptions(view.expires)}
        value={view.expires}
        onChange={(expires) => onChange({ expires })}
      />
      <FilterChip
        name={text('cards.filter.reason')}
        options={CARD_REASONS.map((value) => ({ value, label: text(`card.reason.${value}`) }))}
        value={view.reason}
        onChange={(reason) => onChange({ reason })}
      />
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
      <CostCentreChip
        projectId={projectId}
        environment={environment}
        value={view.costCentre}
        onChange={(costCentre) => onChange({ costCentre })}
      />
      <Box component="span" flex="1 0 0" />
      <Flex component="span" gap="sm">
        <ColumnsMenu />
        <ExportMenu
          projectId={projectId}
          environment={environment}
          count={total}
          label={text('export.title')}
          of={{ query: queryOf(view, useAhead()) }}
        />
      </Flex>
    </div>
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

/** Only if the fleet uses cost centres. */
function CostCentreChip({
  value,
  onChange,
  ...place
}: {
  projectId: string
  environment: EnvironmentName
  value: string | null
  onChange: (value: string | null) => void
}) {
  const known = useQuery('cards.costCentres', place).value ?? []
  const offered = value === null || known.includes(value) ? known : [value, ...known]
  if (offered.length === 0) return null
  return (
    <FilterChip
      name={text('cards.filter.costCentre')}
      options={offered.map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Debounces typing; a value set from outside, such as a cleared search, shows at once. */
function SearchField({
  value,
  onSearch,
  onTyping,
  onEnter,
}: {
  value: string
  onSearch: (search: string) => void
  onTyping: (typing: boolean) => void
  onEnter: (search: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const ask = (next: string) => {
    onTyping(false)
    onSearch(next)
  }
  // Selecting a row unmounts the field: the pending search still runs.
  const searchSoon = useDebouncedCallback(ask, { delay: SEARCH_DELAY_MS, flushOnUnmount: true })
  const type = (next: string) => {
    setTyped(next)
    onTyping(next.trim() !== value.trim())
    searchSoon(next)
  }
  // A cleared search runs at once.
  const clear = () => {
    type('')
    searchSoon.flush()
  }
  useScreenKeys({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  return (
    <TextInput
      ref={field}
      flex="100 1 16rem"
      maw="21rem"
      size="sm"
      aria-label={text('cards.search')}
      placeholder={text('cards.search.placeholder')}
      value={typed}
      maxLength={SEARCH_LENGTH}
      spellCheck={false}
      autoComplete="off"
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        typed === '' ? <kbd>/</kbd> : <CloseButton size="sm" aria-label={text('cards.search.clear')} onClick={clear} />
      }
      onChange={(event) => type(event.currentTarget.value)}
      onPaste={(event) => {
        // One line is searched; more are a list.
        const pasted = event.clipboardData.getData('text')
        if (!pasted.trim().includes('\n')) return
        event.preventDefault()
        openList(pasted)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') clear()
        // A scanner's Enter comes before the search has begun.
        if (event.key === 'Enter' && !event.repeat && typed.trim() !== '') {
          event.preventDefault()
          searchSoon.flush()
          onEnter(typed.trim())
          // The next card’s number takes this one’s place.
          event.currentTarget.select()
        }
        if (event.key !== 'ArrowDown') return
        // Moves into the rows, where the table's keys take over.
        event.preventDefault()
        document.querySelector<HTMLElement>('[data-card]')?.focus()
      }}
    />
  )
}
