import { Combobox, Flex, UnstyledButton, useCombobox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import styles from './filter-chip.module.css'

export interface Option<Value extends string> {
  value: Value
  label: string
}

interface SearchedOptionsProps<Value extends string> {
  name: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** What the button shows. */
  children: ReactNode
}

/** A long menu with a search: Enter takes the first match. */
export function SearchedOptions<Value extends string>({
  name,
  options,
  value,
  onChange,
  children,
}: SearchedOptionsProps<Value>) {
  const [search, setSearch] = useState('')
  // A fleet may have hundreds of cost centres: they are drawn from the opening until the menu has faded. Its frame
  // stays, so that it finds its place.
  const [drawn, setDrawn] = useState(false)
  const combobox = useCombobox({
    onDropdownOpen: () => {
      setDrawn(true)
      combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
  })
  const pick = (picked: string) => {
    const option = options.find((known) => known.value === picked)
    if (option !== undefined) onChange(option.value)
    combobox.closeDropdown()
    combobox.focusTarget()
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={260}
      shadow="md"
      onOptionSubmit={pick}
      onExitTransitionEnd={() => setDrawn(false)}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <UnstyledButton
          className={styles.open}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {children}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className={styles.searched}>
        <Combobox.Search
          aria-label={text('filter.search')}
          placeholder={text('filter.search')}
          leftSection={<Icon name="search" size={16} />}
          value={search}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.selectFirstOption()
          }}
        />
        <Combobox.Options aria-label={name}>
          {drawn && <Found options={options} value={value} search={search} />}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The options that have all words of the search. */
function Found({ options, value, search }: { options: readonly Option<string>[]; value: string; search: string }) {
  const words = folded(search).split(/\s+/)
  const found = options.filter(({ label }) => words.every((word) => folded(label).includes(word)))
  if (found.length === 0) return <Combobox.Empty>{text('palette.none', { search })}</Combobox.Empty>
  return found.map((option) => (
    <Combobox.Option
      key={option.value}
      value={option.value}
      active={option.value === value}
      aria-selected={option.value === value}
    >
      <Flex component="span" gap="sm" align="center" justify="space-between">
        {option.label}
        {option.value === value && <Icon name="check" size={16} />}
      </Flex>
    </Combobox.Option>
  ))
}

/** Ignores case and accents. */
function folded(words: string): string {
  return words
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}
