import { Text } from '@mantine/core'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { plural, text } from '../../../locales/messages.ts'
import { CHANGED_BY_SYNC } from '../sync-place.ts'

/** Deletes the credentials for good, so it asks first. */
export function DisconnectDialog({
  projectId,
  pending,
  onClose,
}: {
  projectId: string
  pending: number
  onClose: () => void
}) {
  const { busy, problem, run } = useCall('provider.remove', CHANGED_BY_SYNC, () => {
    showToast('done', text('sync.disconnected'))
    onClose()
  })
  return (
    <FormDialog
      danger
      title={text('sync.disconnect.title')}
      action={text('sync.disconnect.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ projectId })}
      onClose={onClose}
    >
      <Text size="sm">
        {text('sync.disconnect.text')} {pending > 0 && plural('sync.disconnect.pending', pending)}
      </Text>
    </FormDialog>
  )
}
