import { Text } from '@mantine/core'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { SecretOnce } from '../../components/overlay/secret-once.tsx'
import { formatDay, text } from '../../locales/messages.ts'
import { nameOf } from './person-place.ts'

interface LinkDialogProps {
  invited: CallOutput<'people.invite'>
  onClose: () => void
}

/** The link to hand over, shown once, and who can open it. */
export function LinkDialog({ invited: { person, url, expiresAt }, onClose }: LinkDialogProps) {
  const name = nameOf(person)
  const title = text('people.link.title', { name })
  if (url === null) {
    return (
      <FormDialog title={title} action={null} busy={false} problem={null} onSubmit={onClose} onClose={onClose}>
        <Text size="sm">{text('people.link.none')}</Text>
      </FormDialog>
    )
  }
  return (
    <SecretOnce
      title={title}
      label={text('people.link.label')}
      secret={url}
      copy={text('people.link.copy')}
      done={text('people.link.done')}
      onClose={onClose}
    >
      <Text size="sm" lh={1.5}>
        {text('people.link.text', { name, time: formatDay(expiresAt) })}
      </Text>
      {isOfThisComputer(url) && (
        <Notice tone="pending" icon="alert" title={text('people.link.local.title')}>
          {text('people.link.local.text')}
        </Notice>
      )}
    </SecretOnce>
  )
}

function isOfThisComputer(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
