import { PasswordInput, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Person } from '../../../src-main/domain/people/person.ts'
import { fieldWords, restWords } from '../../client/error-words.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import { useCall } from '../../client/use-call.ts'
import { fieldError } from '../../components/feedback/error-text.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { text } from '../../locales/messages.ts'
import { PersonFields } from './person-fields.tsx'
import { CHANGED } from './person-place.ts'

/**
 * Before the first invitation, asks the person at this machine for what lets them in from elsewhere; then shows the
 * children. Where another administrator can do that, or for anybody else, the children at once.
 */
export function OwnAccessFirst({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { person } = useRights()
  const people = useQuery('people.list', {}).value
  const { value: credentials, error } = useQuery('credentials.get', {})
  // The service refuses what it must.
  if (error !== null) return children
  if (person === undefined || people === undefined || credentials === undefined) return null
  const { passwordSetAt, passkeys, provider } = credentials
  const hasCredential = passwordSetAt !== null || passkeys.length > 0 || provider !== null
  const isSettled = !person.isLocal || (person.email !== null && hasCredential) || people.some(isAdministratorElsewhere)
  if (isSettled) return children
  return <OwnAccessDialog person={person} hasCredential={hasCredential} onClose={onClose} />
}

function isAdministratorElsewhere({ isLocal, isAdministrator, state }: Person): boolean {
  return isAdministrator && !isLocal && state === 'active'
}

/** Ends by itself: what it stores is what it was opened for. */
function OwnAccessDialog({
  person,
  hasCredential,
  onClose,
}: {
  person: Person
  hasCredential: boolean
  onClose: () => void
}) {
  const [words, setWords] = useState({ name: person.isNamed ? person.name : '', email: person.email ?? '' })
  const [password, setPassword] = useState('')
  const [judged, setJudged] = useState(false)
  const store = useCall('credentials.setPassword', ['credentials.get', 'signIn.methods', 'audit.list'], () => {})
  const update = useCall('people.update', CHANGED, () => {
    if (!hasCredential) store.run({ password })
  })
  const name = words.name.trim()
  const email = words.email.trim()
  const lacksPassword = !hasCredential && password === ''
  const submit = () => {
    setJudged(true)
    store.clear()
    if (name !== '' && email !== '' && !lacksPassword) update.run({ personId: person.id, name, email })
  }
  return (
    <FormDialog
      title={text('people.first.title')}
      action={text('people.first.do')}
      busy={update.busy || store.busy}
      problem={restWords(update.error, ['name', 'email']) ?? restWords(store.error, ['password'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{text('people.first.text')}</Text>
      <PersonFields words={words} error={update.error} judged={judged} onChange={setWords} />
      {!hasCredential && (
        <PasswordInput
          label={text('invited.password')}
          description={text('invited.password.hint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': text('connect.showSecret') }}
          value={password}
          error={judged && lacksPassword ? text('problem.required') : fieldError(fieldWords(store.error, 'password'))}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
