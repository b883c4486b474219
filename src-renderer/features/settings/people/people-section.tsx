import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../../client/client-context.tsx'
import { useIsAdministrator } from '../../../client/use-person.ts'
import { Icon } from '../../../components/icon.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { SecretOnce } from '../../../components/overlay/secret-once.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import type { IssuedLink } from './link-of.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { OwnGroup } from './own-group.tsx'
import { PeopleTable, type PersonTask } from './people-table.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

/** The person's own name; for administrators everybody else, too. */
export function PeopleSection({ projectId }: { projectId: string }) {
  const isAdministrator = useIsAdministrator()
  return (
    <>
      <OwnGroup />
      {isAdministrator && <Everybody projectId={projectId} />}
    </>
  )
}

function Everybody({ projectId }: { projectId: string }) {
  const { value: people, error, reload } = useQuery('people.list', {})
  const [task, setTask] = useState<PersonTask | null>(null)
  const [issued, setIssued] = useState<IssuedLink | null>(null)
  const end = () => setTask(null)
  const hand = (link: IssuedLink) => {
    setTask(null)
    setIssued(link)
  }
  return (
    <SettingsGroup title={text('settings.people')} lead={text('people.lead')}>
      {error !== null && <ErrorMessage title={text('people.error.title')} error={error} onRetry={reload} />}
      {error === null && <PeopleTable projectId={projectId} people={people ?? null} onTask={setTask} />}
      <Foot>
        <Button leftSection={<Icon name="plus" />} onClick={() => setTask({ type: 'invite' })}>
          {text('people.invite')}
        </Button>
      </Foot>
      {task?.type === 'invite' && <InviteDialog projectId={projectId} onInvited={hand} onClose={end} />}
      {task?.type === 'edit' && <PersonDialog personId={task.person.id} onClose={end} />}
      {task?.type === 'reset' && <ResetDialog person={task.person} onIssued={hand} onClose={end} />}
      {task?.type === 'suspend' && <SuspendDialog person={task.person} onClose={end} />}
      {issued !== null && (
        <SecretOnce
          title={text('people.link.title', { name: issued.person.name })}
          label={text('people.link.label')}
          secret={issued.link}
          copy={text('people.link.copy')}
          done={text('people.link.done')}
          onClose={() => setIssued(null)}
        >
          <p>{text('people.link.text')}</p>
        </SecretOnce>
      )}
    </SettingsGroup>
  )
}
