import { Text } from '@mantine/core'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { plural, text } from '../../../locales/messages.ts'
import styles from './endpoint.module.css'

/** Cannot be undone, so it asks first, and says what happens to pending deliveries. */
export function DeleteDialog({ webhook, onClose, ...place }: ProjectScope & { webhook: Webhook; onClose: () => void }) {
  const pending =
    useQuery('webhook.deliveries.list', { ...place, status: 'pending', page: 1, limit: 1 }).value?.total ?? 0
  const { busy, problem, run } = useCall(
    'webhook.delete',
    ['webhook.get', 'webhook.deliveries.list', 'audit.list'],
    () => {
      showToast('done', text('webhook.deleted'))
      onClose()
    },
  )
  return (
    <FormDialog
      danger
      title={text('webhook.delete.title')}
      action={text('webhook.delete')}
      busy={busy}
      problem={problem}
      onSubmit={() => run(place)}
      onClose={onClose}
    >
      <code className={styles.doomed}>{webhook.url}</code>
      <Text size="sm">
        {text('webhook.delete.text')} {pending > 0 && plural('webhook.delete.pending', pending)}
      </Text>
    </FormDialog>
  )
}
