import { Text } from '@mantine/core'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'

/** After a restore, nothing is sent until a person releases it: old commands must not go out on their own. */
export function ReleaseDialog({ environment, onClose }: { environment: EnvironmentName; onClose: () => void }) {
  const waits = useQuery('service.info', {}).value?.releaseNeedsApproval === true && environment === 'production'
  const name = text(`environment.${environment}`)
  const { busy, problem, run } = useCall('hold.release', ['service.info', 'overview.get', 'audit.list'], () => {
    showToast('done', text('hold.released', { environment: name }))
    onClose()
  })
  return (
    <FormDialog
      title={text('hold.release.title', { environment: name })}
      action={text('hold.release.do', { environment: name })}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ environment })}
      onClose={onClose}
    >
      <Text size="sm">{text(`hold.release.${environment}`)}</Text>
      <Text size="sm">{text('hold.release.look')}</Text>
      {waits && <Notice tone="pending" icon="shieldCheck" title={text('approvals.needed')} />}
    </FormDialog>
  )
}
