import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ROLES } from '../../../../src-main/domain/people/role.ts'
import type { ClaimRole } from '../../../../src-main/domain/people/sign-in.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { Row } from '../settings-group.tsx'
import styles from '../settings.module.css'

const GIVEN = [...ROLES, 'administrator'] as const
/** Every project. */
const ALL = ''

interface RoleMappingProps {
  roles: readonly ClaimRole[]
  error: ReactNode
  onChange: (roles: readonly ClaimRole[]) => void
}

/** Which role each text of the claim brings, and where. */
export function RoleMapping({ roles, error, onChange }: RoleMappingProps) {
  const projects = useQuery('projects.list', {}).value ?? []
  const change = (at: number, changes: Partial<ClaimRole>) =>
    onChange(roles.map((role, index) => (index === at ? { ...role, ...changes } : role)))
  const add = () => onChange([...roles, { value: '', role: 'clerk', projectId: null }])
  return (
    <>
      <Row label={text('signInSettings.roles')} hint={text('signInSettings.roles.hint')}>
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={add}>
          {text('signInSettings.roles.add')}
        </Button>
      </Row>
      <Stack gap="xs" className={styles.wide}>
        {roles.map(({ value, role, projectId }, at) => (
          // Rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap="xs" role="group" aria-label={text('signInSettings.roles.one', { number: at + 1 })}>
            <TextInput
              flex="1 1 8rem"
              aria-label={text('signInSettings.roles.value')}
              placeholder={text('signInSettings.roles.value')}
              spellCheck={false}
              autoComplete="off"
              value={value}
              onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
            />
            <NativeSelect
              w="10rem"
              aria-label={text('people.column.role')}
              data={GIVEN.map((one) => ({
                value: one,
                label: one === 'administrator' ? text('people.administrator') : text(`role.${one}`),
              }))}
              value={role}
              onChange={({ currentTarget }) =>
                change(at, { role: GIVEN.find((one) => one === currentTarget.value) ?? 'viewer' })
              }
            />
            <NativeSelect
              w="12rem"
              aria-label={text('signInSettings.roles.project')}
              disabled={role === 'administrator'}
              data={[
                { value: ALL, label: text('signInSettings.roles.everywhere') },
                ...projects.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={role === 'administrator' ? ALL : (projectId ?? ALL)}
              onChange={({ currentTarget }) =>
                change(at, { projectId: currentTarget.value === ALL ? null : currentTarget.value })
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text('signInSettings.roles.remove', { value })}
              onClick={() => onChange(roles.filter((_, index) => index !== at))}
            >
              <Icon name="delete" size={16} />
            </ActionIcon>
          </Group>
        ))}
        {error !== undefined && (
          <Text component="div" c="var(--mantine-color-error)" fz="xs">
            {error}
          </Text>
        )}
      </Stack>
    </>
  )
}
