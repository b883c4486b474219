import { Box, CloseButton, Flex, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { createContext, memo, useContext, useRef, useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { Icon } from '../../../components/icon.tsx'
import { useLanguage } from '../../../locales/language.ts'
import { text } from '../../../locales/messages.ts'
import { useScreenKeys } from '../../../screen-keys.ts'
import { useAhead } from '../ahead.ts'
import { queryOf, type CardsView } from '../cards-view.ts'
import { openList } from '../selection/pasted.ts'
import { CardFilters } from './card-filters.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from '../cards.module.css'

const SEARCH_DELAY_MS = 200
/** As the service allows. */
const SEARCH_LENGTH = 100

interface CardsToolbarProps extends ProjectScope {
  view: CardsView
  onChange: (changes: Partial<CardsView>) => void
  /** Called with whether the typed text is not searched yet. */
  onTyping: (typing: boolean) => void
  /** Enter in the search: opens the card that is meant, if it is a single one. */
  onEnter: (search: string) => Promise<void>
}

/** How many cards the list has; passed by the toolbar, which need not be drawn again for it. */
export const TotalContext = createContext(0)

/**
 * The toolbar above the table: search, filters, columns and export. Memoised, since it is most of the screen's parts.
 */
export const CardsToolbar = memo(function CardsToolbar({
  projectId,
  environment,
  view,
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
      <CardFilters projectId={projectId} environment={environment} view={view} onChange={onChange} />
      <Box component="span" flex="1 0 0" />
      <Flex component="span" gap="sm">
        <ColumnsMenu />
        <ExportList projectId={projectId} environment={environment} view={view} />
      </Flex>
    </div>
  )
})

/** The listed cards as a file. */
function ExportList({ projectId, environment, view }: Pick<CardsToolbarProps, 'projectId' | 'environment' | 'view'>) {
  return (
    <ExportMenu
      projectId={projectId}
      environment={environment}
      count={useContext(TotalContext)}
      label={text('export.title')}
      of={{ query: queryOf(view, useAhead()) }}
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
