import { Group, Text } from '@mantine/core'
import { useQuery } from '../../../client/client-context.tsx'
import { FilterChip } from '../../../components/form/filter-chip.tsx'
import { SearchField } from '../../../components/form/search-field.tsx'
import { plural, text } from '../../../locales/messages.ts'
import { LOGGED_METHODS, STATUS_CLASSES, type RequestsView } from './requests-view.ts'

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
      <SearchField
        label={text('requests.search')}
        longest={200}
        value={view.search}
        onSearch={(search) => onChange({ search })}
      />
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
