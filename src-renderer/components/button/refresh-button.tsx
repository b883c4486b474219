import { ActionIcon, Tooltip } from '@mantine/core'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'

/** Reloads, and spins meanwhile. */
export function RefreshButton({ loading, onRefresh }: { loading: boolean; onRefresh: () => void }) {
  return (
    <Tooltip label={text('refresh')}>
      <ActionIcon me={-8} variant="subtle" color="gray" size="lg" aria-label={text('refresh')} onClick={onRefresh}>
        <Icon name="refresh" turning={loading} />
      </ActionIcon>
    </Tooltip>
  )
}
