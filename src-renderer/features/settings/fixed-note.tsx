import { Group } from '@mantine/core'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'

/** Why a setting cannot be changed here. */
export function FixedNote() {
  return (
    <Group component="span" display="inline-flex" gap={6} c="dimmed" fz="xs">
      <Icon name="terminal" size={14} />
      {text('settings.fixed')}
    </Group>
  )
}
