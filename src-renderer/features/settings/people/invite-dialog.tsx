import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../../src-main/domain/people/role.ts'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { text } from '../../../locales/messages.ts'
import { linkOf, type IssuedLink } from './link-of.ts'
import { RoleSelect } from './role-select.tsx'

/** Invites somebody into the project on screen, or as an administrator. */
export function InviteDialog({
  projectId,
  onInvited,
  onClose,
}: {
  projectId: string
  onInvited: (link: IssuedLink) => void
  onClose: () => void
}) {
  const project = useQuery('projects.list', {}).value?.find(({ id }) => id === projectId)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isAdministrator, setIsAdministrator] = useState(false)
  const [role, setRole] = useState<Role | null>('clerk')
  const { busy, error, run } = useCall('people.invite', ['people.list', 'audit.list'], (invitation) =>
    onInvited({ person: invitation.person, link: linkOf(invitation) }),
  )
  const submit = () =>
    run({
      name,
      email,
      isAdministrator,
      memberships: role === null || isAdministrator ? [] : [{ projectId, role }],
    })
  return (
    <FormDialog
      title={text('people.invite.title')}
      action={text('people.invite.do')}
      disabled={name.trim() === '' || email.trim() === ''}
      busy={busy}
      problem={restWords(error, ['name', 'email'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('people.name')}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={fieldError(fieldWords(error, 'name'))}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        type="email"
        label={text('people.email')}
        description={text('people.email.hint')}
        value={email}
        maxLength={254}
        autoComplete="off"
        error={fieldError(fieldWords(error, 'email'))}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <RoleSelect
        label={text('people.role.in', { project: project?.name ?? '' })}
        value={isAdministrator ? 'manager' : role}
        disabled={isAdministrator}
        onChange={setRole}
      />
      <Checkbox
        label={text('people.administrator')}
        description={text('people.administrator.hint')}
        checked={isAdministrator}
        onChange={({ currentTarget }) => setIsAdministrator(currentTarget.checked)}
      />
    </FormDialog>
  )
}
