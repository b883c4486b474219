import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Project } from '../../../../src-main/domain/access.ts'
import { useCall } from '../../../client/use-call.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { TypedName } from '../typed-name.tsx'

/** A desk takes a backup first: the only way back. The data of a cluster is in the backups of its server. */
export function DeleteProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const isCluster = useQuery('service.info', {}).value?.isCluster === true
  const { busy, problem, run } = useCall(
    'projects.delete',
    ['projects.list', 'keys.list', 'backup.list', 'audit.list'],
    () => {
      showToast(
        'done',
        text(isCluster ? 'settings.project.deletedOnly' : 'settings.project.deleted', { name: project.name }),
      )
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
      <Text size="sm">{text(isCluster ? 'settings.delete.textCluster' : 'settings.delete.text')}</Text>
      <TypedName name={project.name} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}
