import { Box, Group, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { EnvironmentName, ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { PopoverChip } from '../../components/form/popover-chip.tsx'
import { text } from '../../locales/messages.ts'
import styles from './activity.module.css'

const DELAY_MS = 150
const SHOWN = 6

interface CardFilterProps extends ProjectScope {
  cardId: string | null
  onChange: (cardId: string | null) => void
}

/** Narrows to one card, found by number, plate or driver. */
export function CardFilter({ cardId, onChange, ...place }: CardFilterProps) {
  return (
    <PopoverChip
      name={text('activity.filter.card')}
      width={320}
      chosen={cardId === null ? null : <ChosenCard {...place} cardId={cardId} />}
      onRemove={() => onChange(null)}
    >
      {(close) => (
        <CardFinder
          {...place}
          onFind={(id) => {
            close()
            onChange(id)
          }}
        />
      )}
    </PopoverChip>
  )
}

function ChosenCard({ cardId, ...place }: ProjectScope & { cardId: string }) {
  const { value, error } = useQuery('cards.names', { ...place, cardIds: [cardId] })
  const card = value?.[0]
  if (error !== null || value?.length === 0)
    return (
      <Box component="span" fw={600}>
        {text('activity.goneCard')}
      </Box>
    )
  return card === undefined ? null : <CardNumber value={card.cardNumber} />
}

function CardFinder({
  onFind,
  ...place
}: {
  projectId: string
  environment: EnvironmentName
  onFind: (cardId: string) => void
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), DELAY_MS)
  const { value } = useQuery('cards.list', { ...place, query: { search, limit: SHOWN } })
  // The list lags behind the typing: a quick click must not take another card.
  const isStale = typed.trim() !== search
  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        aria-label={text('cards.search')}
        placeholder={text('cards.search.placeholder')}
        value={typed}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Box component="ul" mt={6} fz="sm">
        {value?.docs.map((card) => (
          <li key={card.id}>
            <UnstyledButton
              w="100%"
              px={6}
              className={styles.option}
              disabled={isStale}
              onClick={() => onFind(card.id)}
            >
              <Group component="span" gap={10} wrap="nowrap" mih="2rem">
                <CardNumber value={card.cardNumber} />
                <Text component="span" c="dimmed" fz="sm" truncate>
                  {card.driver}
                </Text>
              </Group>
            </UnstyledButton>
          </li>
        ))}
        {value?.docs.length === 0 && <li className={styles.dim}>{text('cards.empty.filtered.title')}</li>}
      </Box>
    </>
  )
}
