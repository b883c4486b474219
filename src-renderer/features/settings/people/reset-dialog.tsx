import { Text } from '@mantine/core'
import type { Person } from '../../../../src-main/domain/people/person.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { text } from '../../../locales/messages.ts'
import { linkOf, type IssuedLink } from './link-of.ts'

/** A new link for somebody who can't sign in. */
export function ResetDialog({
  person,
  onIssued,
  onClose,
}: {
  person: Person
  onIssued: (link: IssuedLink) => void
  onClose: () => void
}) {
  const { busy, problem, run } = useCall(
    'people.reset',
    ['people.list', 'people.sessions', 'audit.list'],
    (invitation) => onIssued({ person, link: linkOf(invitation) }),
  )
  return (
    <FormDialog
      title={text('people.reset.title', { name: person.name })}
      action={text('people.reset.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ personId: person.id })}
      onClose={onClose}
    >
      <Text size="sm">{text('people.reset.text')}</Text>
    </FormDialog>
  )
}
