import { Combobox, Flex, InputBase, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Card } from '../../../../src-main/domain/card.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { CardNumber, cardTail, LicensePlate } from '../../../components/text/card-text.tsx'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './sandbox.module.css'

const DELAY_MS = 150
const SHOWN = 8
const NONE = ''

/** Finds a card by number, plate or driver. Without one, the service picks a card that fits the event. */
export function CardPicker({
  card,
  onPick,
  ...place
}: ProjectScope & { card: Card | null; onPick: (card: Card | null) => void }) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), DELAY_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { value } = useQuery('cards.list', { ...place, query: { search: asked, limit: SHOWN } })
  const found = value?.docs ?? []
  // The list lags behind the typing: a quick Enter must not take another card.
  const isStale = search.trim() !== asked
  const pick = (id: string) => {
    const picked = found.find((one) => one.id === id) ?? null
    onPick(picked)
    setSearch('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target>
        <InputBase
          label={text('simulate.card')}
          placeholder={card === null ? text('simulate.card.none') : nameOf(card)}
          classNames={card === null ? {} : { input: styles.picked ?? '' }}
          value={search}
          spellCheck={false}
          autoComplete="off"
          leftSection={<Icon name={card === null ? 'search' : 'cards'} size={16} />}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            setSearch('')
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={text('simulate.card')}>
          <Combobox.Option value={NONE}>
            <Text component="span" c="dimmed" fz="sm">
              {text('simulate.card.none')}
            </Text>
          </Combobox.Option>
          {found.map((one) => (
            <Combobox.Option key={one.id} value={one.id} disabled={isStale}>
              <Flex component="span" gap={10} align="center">
                <CardNumber value={one.cardNumber} />
                {one.licensePlate !== null && <LicensePlate value={one.licensePlate} />}
                <Text component="span" c="dimmed" fz="sm" truncate>
                  {one.driver}
                </Text>
              </Flex>
            </Combobox.Option>
          ))}
          {value !== undefined && found.length === 0 && <Combobox.Empty>{text('simulate.card.empty')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function nameOf(card: Card): string {
  return [card.licensePlate, card.driver, cardTail(card.cardNumber)].filter((part) => part !== null).join(' · ')
}
