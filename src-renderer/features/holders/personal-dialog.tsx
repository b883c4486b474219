import { Divider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { PersonalOf } from '../settings/data/found-person.tsx'

interface PersonalDialogProps {
  projectId: string
  /** The exact spellings: each is found, exported and erased by itself. */
  names: readonly string[]
  onClose: () => void
}

/** What is stored about a driver: counted, exported, erased. */
export function PersonalDialog({ projectId, names: now, onClose }: PersonalDialogProps) {
  // As it opened: a name stays that is gone once it was erased.
  const [names] = useState(now)
  return (
    <FormDialog
      title={text('holder.personal.title', { name: names[0] ?? '' })}
      action={null}
      busy={false}
      problem={null}
      size="35rem"
      onSubmit={onClose}
      onClose={onClose}
    >
      <Text c="dimmed" fz="sm" lh={1.5}>
        {text('holder.personal.lead')}
      </Text>
      {names.map((name, index) => (
        <Stack key={name} gap="sm">
          {index > 0 && <Divider />}
          {names.length > 1 && <strong>{name}</strong>}
          <PersonalOf projectId={projectId} driver={name} />
        </Stack>
      ))}
    </FormDialog>
  )
}
