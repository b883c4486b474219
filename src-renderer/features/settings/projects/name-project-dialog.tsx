import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Project } from '../../../../src-main/domain/access.ts'
import { useAppStore } from '../../../app-store.ts'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'

/** Names a new project (null), or renames one. */
export function NameProjectDialog({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const chooseProject = useAppStore((state) => state.chooseProject)
  const [name, setName] = useState(project?.name ?? '')
  const [judged, setJudged] = useState(false)
  const done = (words: string) => {
    showToast('done', words)
    onClose()
  }
  const create = useCall('projects.create', ['projects.list', 'audit.list'], ({ id, name }) => {
    showToast('done', text('settings.project.created', { name }), {
      label: text('settings.project.open'),
      run: () => chooseProject(id),
    })
    onClose()
  })
  const rename = useCall('projects.rename', ['projects.list', 'audit.list'], ({ name }) =>
    done(text('settings.project.renamed', { name })),
  )
  const refusal = (project === null ? create : rename).error
  const missing = name.trim() === ''
  const submit = () => {
    setJudged(true)
    if (missing) return
    if (project === null) create.run({ name })
    else rename.run({ projectId: project.id, name })
  }
  return (
    <FormDialog
      title={
        project === null ? text('settings.project.create.title') : text('settings.rename.title', { name: project.name })
      }
      action={text(project === null ? 'project.first.create' : 'settings.rename.do')}
      busy={create.busy || rename.busy}
      problem={restWords(refusal, ['name'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('project.first.name')}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={judged && missing ? text('project.first.required') : fieldError(fieldWords(refusal, 'name'))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
