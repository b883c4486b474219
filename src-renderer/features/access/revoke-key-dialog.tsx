import { Text } from '@mantine/core'
import type { ApiKey } from '../../../src-main/domain/access.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { text } from '../../locales/messages.ts'
import { useKeyCall } from './use-key-call.ts'

/** Cannot be undone, so it asks first. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { busy, problem, run } = useKeyCall('keys.revoke', ({ name }) => {
    showToast('done', text('keys.revoked', { name }))
    onClose()
  })
  return (
    <FormDialog
      danger
      title={text('keys.revoke.title', { name: apiKey.name })}
      action={text('keys.revoke.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ keyId: apiKey.id })}
      onClose={onClose}
    >
      <Text size="sm">{text('keys.revoke.text', { prefix: apiKey.prefix })}</Text>
    </FormDialog>
  )
}
