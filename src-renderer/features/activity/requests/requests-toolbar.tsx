import { Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { FilterChip } from '../../../components/form/filter-chip.tsx'
import { Icon } from '../../../components/icon.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { LOGGED_METHODS, STATUS_CLASSES, type RequestsView } from './requests-view.ts'

const DELAY_MS = 200

interface RequestsToolbarProps {
  view: RequestsView
  projectId: string
  count: number | null
  onChange: (changes: Partial<RequestsView>) => void
}

export function RequestsToolbar({ view, projectId, count, onChange }: RequestsToolbarProps) {
  const keys = useQuery('keys.list', { projectId }).value ?? []
  return (
    <Group role="search" gap="sm" pb="md" px="xl">
      <SearchField value={view.search} onSearch={(search) => onChange({ search })} />
      <FilterChip
        name={text('requests.filter.method')}
        options={LOGGED_METHODS.map((method) => ({ value: method, label: method }))}
        value={view.method}
        onChange={(method) => onChange({ method })}
      />
      <FilterChip
        name={text('requests.filter.status')}
        options={STATUS_CLASSES.map((status) => ({ value: status, label: text(`requests.status.${status}`) }))}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterChip
        name={text('requests.filter.key')}
        options={keys.map(({ id, name }) => ({ value: id, label: name }))}
        value={view.keyId}
        onChange={(keyId) => onChange({ keyId })}
      />
      <Text component="span" ms="auto" c="dimmed" fz="sm" role="status">
        {count !== null && plural('requests.count', count)}
      </Text>
    </Group>
  )
}

function SearchField({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // A value set from outside, such as a cleared search, shows at once.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const searchSoon = useDebouncedCallback(onSearch, DELAY_MS)
  return (
    <TextInput
      flex="0 1 18rem"
      miw="12rem"
      aria-label={text('requests.search')}
      placeholder={text('requests.search')}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
    />
  )
}
