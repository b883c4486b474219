import { ActionIcon, Tooltip } from '@mantine/core'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import { useLate } from '../use-late.ts'

/** Reloads, and spins while that can be felt: to begin to turn, the whole page is painted anew. */
export function RefreshButton({ loading, onRefresh }: { loading: boolean; onRefresh: () => void }) {
  const turning = useLate(loading)
  return (
    <Tooltip label={text('refresh')}>
      <ActionIcon me={-8} variant="subtle" color="gray" size="lg" aria-label={text('refresh')} onClick={onRefresh}>
        <Icon name="refresh" turning={turning} />
      </ActionIcon>
    </Tooltip>
  )
}
