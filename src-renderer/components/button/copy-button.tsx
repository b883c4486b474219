import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'

/** Copies and says so. */
export function CopyButton({ value, label: what }: { value: string; label?: string }) {
  const clipboard = useClipboard({ timeout: 1500 })
  const label = clipboard.copied ? text('copied') : (what ?? text('copy'))
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => clipboard.copy(value)}>
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
