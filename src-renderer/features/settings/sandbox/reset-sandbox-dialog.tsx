import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { Project } from '../../../../src-main/domain/access.ts'
import { useService } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { TypedName } from '../typed-name.tsx'

export function ResetSandboxDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { data } = useService()
  const [typed, setTyped] = useState('')
  const [withDemoCards, setWithDemoCards] = useState(true)
  const { busy, problem, run } = useCall('sandbox.reset', [], () => {
    data.invalidate()
    showToast('done', text('settings.reset.done', { name: project.name }))
    onClose()
  })
  return (
    <FormDialog
      danger
      title={text('settings.reset.title', { name: project.name })}
      action={text('settings.reset.do')}
      disabled={typed !== project.name}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ projectId: project.id, name: typed, withDemoCards })}
      onClose={onClose}
    >
      <Text size="sm">{text('settings.reset.text')}</Text>
      <TypedName name={project.name} value={typed} onChange={setTyped} />
      <Checkbox
        label={text('settings.reset.demo')}
        checked={withDemoCards}
        onChange={(event) => setWithDemoCards(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
