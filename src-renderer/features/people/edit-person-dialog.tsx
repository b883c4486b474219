import { useState } from 'react'
import type { Person } from '../../../src-main/domain/people/person.ts'
import { restWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { text } from '../../locales/messages.ts'
import { PersonFields, type PersonWords } from './person-fields.tsx'
import { CHANGED } from './person-place.ts'

/** Corrects a name or an address. */
export function EditPersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const before = { name: person.isNamed ? person.name : '', email: person.email ?? '' }
  const [words, setWords] = useState<PersonWords>(before)
  const [judged, setJudged] = useState(false)
  const { busy, error, run } = useCall('people.update', CHANGED, () => {
    showToast('done', text('people.saved'))
    onClose()
  })
  const name = words.name.trim()
  const email = words.email.trim()
  // Only who works at the computer itself can do without an address.
  const emailNeeded = before.email !== ''
  const submit = () => {
    setJudged(true)
    if (name === '' || (emailNeeded && email === '')) return
    run({
      personId: person.id,
      ...(name === before.name ? {} : { name }),
      ...(email === before.email ? {} : { email }),
    })
  }
  return (
    <FormDialog
      title={text('people.details.edit')}
      action={text('save')}
      busy={busy}
      problem={restWords(error, ['name', 'email'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields words={words} error={error} judged={judged} emailNeeded={emailNeeded} onChange={setWords} />
    </FormDialog>
  )
}
