import { NativeSelect } from '@mantine/core'
import { ROLES, type Role } from '../../../src-main/domain/people/role.ts'
import { text } from '../../locales/messages.ts'

interface RoleChoiceProps {
  project: string
  value: Role | null
  disabled?: boolean
  onChange: (role: Role | null) => void
}

/** A person's role in one project; none means no access. */
export function RoleChoice({ project, value, disabled = false, onChange }: RoleChoiceProps) {
  return (
    <NativeSelect
      w={190}
      aria-label={text('people.access.in', { project })}
      data={[
        { value: '', label: text('role.none') },
        ...ROLES.map((role) => ({ value: role, label: text(`role.${role}`) })),
      ]}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(ROLES.find((role) => role === currentTarget.value) ?? null)}
    />
  )
}

export function roleWord(role: Role | null): string {
  return text(role === null ? 'role.none' : `role.${role}`)
}
