import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '../../../client/client-context.tsx'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import styles from './people.module.css'
import { Row } from '../settings-group.tsx'
import { RoleSelect } from './role-select.tsx'
import { SessionRows } from './session-rows.tsx'

/** What somebody may do in each project, and where they are signed in. Each choice holds at once. */
export function PersonDialog({ personId, onClose }: { personId: string; onClose: () => void }) {
  const person = useQuery('people.list', {}).value?.find(({ id }) => id === personId)
  const { value: projects = [] } = useQuery('projects.list', {})
  const { value: sessions = [] } = useQuery('people.sessions', { personId })
  const setRole = useCall('people.setRole', ['people.list', 'audit.list'], () => {})
  const setAdministrator = useCall('people.setAdministrator', ['people.list', 'audit.list'], () => {})
  const end = useCall('people.endSessions', ['people.sessions', 'audit.list'], () =>
    showToast('done', text('people.session.ended')),
  )
  if (person === undefined) return null
  return (
    <FormDialog
      title={person.name}
      action={null}
      busy={false}
      size="lg"
      problem={setRole.problem ?? setAdministrator.problem ?? end.problem}
      onSubmit={onClose}
      onClose={onClose}
    >
      <Checkbox
        label={text('people.administrator')}
        description={text(person.isLocal ? 'people.local.hint' : 'people.administrator.hint')}
        checked={person.isAdministrator}
        disabled={person.isLocal || setAdministrator.busy}
        onChange={({ currentTarget }) => setAdministrator.run({ personId, isAdministrator: currentTarget.checked })}
      />
      {!person.isAdministrator && (
        <Stack gap={0} className={styles.flush}>
          <Text size="sm" fw={500}>
            {text('people.roles')}
          </Text>
          {projects.map((project) => (
            <Row key={project.id} label={project.name}>
              <RoleSelect
                hidesLabel
                label={text('people.role.in', { project: project.name })}
                value={person.memberships.find(({ projectId }) => projectId === project.id)?.role ?? null}
                disabled={setRole.busy}
                onChange={(role) => setRole.run({ personId, projectId: project.id, role })}
              />
            </Row>
          ))}
        </Stack>
      )}
      <Stack gap={0} className={styles.flush}>
        <Text size="sm" fw={500}>
          {text('people.sessions')}
        </Text>
        {sessions.length === 0 && (
          <Text size="sm" c="dimmed">
            {text('people.sessions.none')}
          </Text>
        )}
        <SessionRows sessions={sessions} onEnd={(sessionId) => end.run({ personId, sessionId })} />
        {sessions.length > 1 && (
          <Button variant="default" loading={end.busy} onClick={() => end.run({ personId })}>
            {text('people.session.endAll')}
          </Button>
        )}
      </Stack>
    </FormDialog>
  )
}
