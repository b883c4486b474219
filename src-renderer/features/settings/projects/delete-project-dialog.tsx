import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Project } from '../../../../src-main/domain/access.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { TypedName } from '../typed-name.tsx'

/** Takes a backup first and names it afterwards: the only way back. */
export function DeleteProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { busy, problem, run } = useCall(
    'projects.delete',
    ['projects.list', 'keys.list', 'backup.list', 'audit.list'],
    () => {
      showToast('done', text('settings.project.deleted', { name: project.name }))
      onClose()
    },
  )
  return (
    <FormDialog
      danger
      title={text('settings.delete.title', { name: project.name })}
      action={text('settings.delete.do')}
      disabled={typed !== project.name}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ projectId: project.id, name: typed })}
      onClose={onClose}
    >
      <Text size="sm">{text('settings.delete.text')}</Text>
      <TypedName name={project.name} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}
