import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Person } from '../../../src-main/domain/people/person.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import type { IconName, Tone } from '../../components/icon.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { plural, text } from '../../locales/messages.ts'
import { nameOf, openPerson } from './person-place.ts'
import styles from './people.module.css'

const COLUMNS = ['name', 'role', 'state', 'seen'] as const

export function PeopleTable({ people }: { people: readonly Person[] | null }) {
  return (
    <ListTable
      label={text('people.title')}
      columns={COLUMNS.map((key) => ({ key, word: text(`people.column.${key}`) }))}
      rows={people?.map((person) => <Row key={person.id} person={person} />) ?? null}
      awaited={2}
    />
  )
}

function Row({ person }: { person: Person }) {
  const me = useRights().person
  const name = nameOf(person)
  return (
    <tr className={styles.row} onClick={() => openPerson(person.id)}>
      <th scope="row">
        <Stack gap={0} lh={1.35} py={6}>
          <Group gap={6} wrap="nowrap">
            <UnstyledButton className={styles.name} aria-label={text('people.open', { name })}>
              {name}
            </UnstyledButton>
            {me?.id === person.id && (
              <Box component="span" c="dimmed" fz="xs">
                {text('people.you')}
              </Box>
            )}
          </Group>
          <Text component="span" c="dimmed" fz="xs" lh="inherit">
            {person.email ?? (person.isLocal ? text('people.here') : '')}
          </Text>
        </Stack>
      </th>
      <td>
        <RoleWords person={person} />
      </td>
      <td>
        <PersonState state={person.state} />
      </td>
      <td className={styles.dim}>
        {person.lastSeenAt === null ? text('people.never') : <Moment value={person.lastSeenAt} />}
      </td>
    </tr>
  )
}

/** The first role, and how many more there are: all of them are in the drawer. */
function RoleWords({ person: { isAdministrator, memberships } }: { person: Person }) {
  const projects = useQuery('projects.list', {}).value ?? []
  if (isAdministrator) return text('role.administrator')
  const [first] = memberships
  if (first === undefined) return <span className={styles.dim}>{text('people.roles.none')}</span>
  return (
    <Stack gap={0} lh={1.35}>
      {text('people.roleIn', {
        role: text(`role.${first.role}`),
        project: projects.find(({ id }) => id === first.projectId)?.name ?? '…',
      })}
      {memberships.length > 1 && (
        <Text component="span" c="dimmed" fz="xs" lh="inherit">
          {plural('people.roles.more', memberships.length - 1)}
        </Text>
      )}
    </Stack>
  )
}

const LOOKS: Record<Person['state'], { icon: IconName; tone: Tone }> = {
  invited: { icon: 'send', tone: 'pending' },
  active: { icon: 'circleCheck', tone: 'active' },
  suspended: { icon: 'suspend', tone: 'inactive' },
}

export function PersonState({ state }: Pick<Person, 'state'>) {
  return <StateBadge {...LOOKS[state]} word={text(`people.state.${state}`)} />
}
