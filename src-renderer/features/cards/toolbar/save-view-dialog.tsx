import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import type { SavedView } from './saved-view.ts'

interface SaveViewDialogProps extends ProjectScope {
  query: SavedView['query']
  columns: readonly string[]
  /** Names that are taken. */
  names: readonly string[]
  onClose: () => void
}

/** As the service allows. */
const NAME_LENGTH = 60

/** Saves the current search, filters and columns under a name. */
export function SaveViewDialog({ projectId, environment, query, columns, names, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('')
  const [judged, setJudged] = useState(false)
  const wanted = name.trim()
  const save = useCall('views.save', ['views.list'], (saved) => {
    showToast('done', text('views.saved', { name: saved.name }))
    onClose()
  })
  const submit = () => {
    setJudged(true)
    if (wanted !== '') save.run({ projectId, environment, name: wanted, query, columns: [...columns] })
  }
  const replaces = names.includes(wanted)
  return (
    <FormDialog
      title={text('views.save.title')}
      action={text(replaces ? 'views.replace' : 'views.save.do')}
      busy={save.busy}
      problem={restWords(save.error, ['name'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('views.name')}
        description={text(replaces ? 'views.name.taken' : 'views.name.hint')}
        placeholder={text('views.name.example')}
        value={name}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        error={judged && wanted === '' ? text('views.name.required') : fieldError(fieldWords(save.error, 'name'))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
