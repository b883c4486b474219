import { ActionIcon, Box, Text, Tooltip } from '@mantine/core'
import type { Person } from '../../../../src-main/domain/people/person.ts'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { useCall } from '../../../client/use-call.ts'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import styles from '../settings.module.css'

/** What to do with a person. */
export type PersonTask = { type: 'invite' } | { type: 'edit' | 'reset' | 'suspend'; person: Person }

const COLUMNS = ['name', 'role', 'state', 'seen', 'do'] as const

export function PeopleTable({
  projectId,
  people,
  onTask,
}: {
  projectId: string
  people: readonly Person[] | null
  onTask: (task: PersonTask) => void
}) {
  return (
    <ListTable
      className={styles.scroll}
      label={text('settings.people')}
      columns={COLUMNS.map((key) => ({ key, word: text(`people.column.${key}`), unseen: key === 'do' }))}
      rows={
        people?.map((person) => <Line key={person.id} projectId={projectId} person={person} onTask={onTask} />) ?? null
      }
      awaited={2}
    />
  )
}

function Line({
  projectId,
  person,
  onTask,
}: {
  projectId: string
  person: Person
  onTask: (task: PersonTask) => void
}) {
  const { id: personId, name, email, state, isLocal, lastSeenAt } = person
  const resume = useCall('people.resume', ['people.list', 'audit.list'], () =>
    showToast('done', text('people.resumed', { name })),
  )
  return (
    <tr>
      <th scope="row">
        <Box component="span" fz="sm" fw={500}>
          {name}
        </Box>
        <Text component="span" display="block" c="dimmed" fz="xs">
          {isLocal ? text('people.local') : email}
        </Text>
      </th>
      <td>
        <RoleWords projectId={projectId} person={person} />
      </td>
      <td>
        {state === 'active' && <StateBadge tone="active" icon="circleCheck" word={text('people.state.active')} />}
        {state === 'invited' && <StateBadge tone="pending" icon="clock" word={text('people.state.invited')} />}
        {state === 'suspended' && <StateBadge tone="inactive" icon="revoke" word={text('people.state.suspended')} />}
      </td>
      <td>{lastSeenAt === null ? '–' : <Moment value={lastSeenAt} />}</td>
      <td className={styles.end}>
        <Act
          icon="edit"
          word={text('people.edit')}
          label={text('people.edit.label', { name })}
          onAct={() => onTask({ type: 'edit', person })}
        />
        {!isLocal && state !== 'suspended' && (
          <>
            <Act
              icon="roll"
              word={text('people.reset')}
              label={text('people.reset.label', { name })}
              onAct={() => onTask({ type: 'reset', person })}
            />
            <Act
              icon="revoke"
              word={text('people.suspend')}
              label={text('people.suspend.label', { name })}
              onAct={() => onTask({ type: 'suspend', person })}
            />
          </>
        )}
        {state === 'suspended' && (
          <Act
            icon="play"
            word={text('people.resume')}
            label={text('people.resume.label', { name })}
            onAct={() => resume.run({ personId })}
          />
        )}
      </td>
    </tr>
  )
}

/** What they may do in the project on screen. */
function RoleWords({ projectId, person }: { projectId: string; person: Person }) {
  if (person.isAdministrator) return text('people.administrator')
  const role = person.memberships.find((membership) => membership.projectId === projectId)?.role
  return role === undefined ? text('role.none') : text(`role.${role}`)
}

function Act({ icon, word, label, onAct }: { icon: IconName; word: string; label: string; onAct: () => void }) {
  return (
    <Tooltip label={word}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onAct}>
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
