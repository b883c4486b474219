import { Switch, Text } from '@mantine/core'
import type { ListedPerson, Person } from '../../../src-main/domain/people/person.ts'
import type { Role } from '../../../src-main/domain/people/role.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { useBarrier } from '../../client/rights.tsx'
import { errorWords } from '../../client/error-words.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'
import { Section } from '../cards/drawer/section.tsx'
import { askFirst } from '../consequence/consequence-store.ts'
import { CHANGED, mustStay, nameOf } from './person-place.ts'
import { RoleChoice, roleWord } from './role-choice.tsx'
import styles from './people.module.css'

/** What a person may do: in everything, or project by project. A change holds at their next call, and can be undone. */
export function PersonAccess({ person, people }: { person: ListedPerson; people: readonly Person[] }) {
  const { client, data } = useService()
  const projects = useQuery('projects.list', {}).value ?? []
  const stays = person.isAdministrator ? mustStay(person, people) : null
  const name = nameOf(person)
  const provided = person.rolesFrom === null ? null : text('people.roles.provider', { provider: person.rolesFrom })
  const awayRole = useBarrier('people.setRole')
  const awayGiving = useBarrier('people.setAdministrator')
  const barredRole = awayRole ?? provided
  const barredGiving = awayGiving ?? provided ?? (stays === null ? null : text(`people.administrator.${stays}`))
  const setRole = async (projectId: string, role: Role | null) => {
    const before = person.memberships.find((membership) => membership.projectId === projectId)?.role ?? null
    const result = await client.call('people.setRole', { personId: person.id, projectId, role })
    data.invalidate(CHANGED)
    if (!result.ok) return showToast('trouble', errorWords(result.error))
    const project = projects.find(({ id }) => id === projectId)?.name ?? ''
    showToast('done', text('people.role.done', { name, role: roleWord(role), project }), {
      label: text('undo'),
      run: () => void setRoleBack(projectId, before),
    })
  }
  const setRoleBack = async (projectId: string, role: Role | null) => {
    const result = await client.call('people.setRole', { personId: person.id, projectId, role })
    data.invalidate(CHANGED)
    if (!result.ok) showToast('trouble', errorWords(result.error))
  }
  const setAdministrator = async (isAdministrator: boolean) => {
    if (isAdministrator && !(await askFirst(giving(name)))) return
    const result = await client.call('people.setAdministrator', { personId: person.id, isAdministrator })
    data.invalidate(CHANGED)
    if (!result.ok) return showToast('trouble', errorWords(result.error))
    showToast('done', text(`people.administrator.${isAdministrator ? 'given' : 'taken'}`, { name }))
  }
  return (
    <Section title={text('people.access')}>
      <Switch
        label={text('people.administrator')}
        description={barredGiving ?? text('role.administrator.text')}
        checked={person.isAdministrator}
        disabled={barredGiving !== null}
        onChange={({ currentTarget }) => void setAdministrator(currentTarget.checked)}
      />
      {person.isAdministrator ? (
        <Text c="dimmed" fz="sm">
          {text('people.access.all')}
        </Text>
      ) : (
        <ul className={styles.list}>
          {projects.map(({ id, name: project }) => (
            <li key={id} className={styles.line}>
              <span>{project}</span>
              <RoleChoice
                project={project}
                disabled={barredRole !== null}
                value={person.memberships.find(({ projectId }) => projectId === id)?.role ?? null}
                onChange={(role) => void setRole(id, role)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function giving(name: string) {
  return {
    title: text('people.administrator.give.title', { name }),
    said: <Text size="sm">{text('people.administrator.give.text')}</Text>,
    action: text('people.administrator.give.do'),
  }
}
