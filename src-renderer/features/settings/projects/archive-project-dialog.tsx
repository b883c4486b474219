import { Text } from '@mantine/core'
import type { Project } from '../../../../src-main/domain/access.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'

export function ArchiveProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { busy, problem, run } = useCall(
    'projects.archive',
    ['projects.list', 'keys.list', 'audit.list'],
    ({ name }) => {
      showToast('done', text('settings.project.archived', { name }))
      onClose()
    },
  )
  return (
    <FormDialog
      title={text('settings.archive.title', { name: project.name })}
      action={text('settings.archive.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ projectId: project.id })}
      onClose={onClose}
    >
      <Text size="sm">{text('settings.archive.text')}</Text>
    </FormDialog>
  )
}
