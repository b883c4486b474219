import { NativeSelect } from '@mantine/core'
import { ROLES, type Role } from '../../../../src-main/domain/people/role.ts'
import { text } from '../../../locales/messages.ts'

const NONE = ''

/** Chooses what somebody may do in a project; null for nothing. */
export function RoleSelect({
  label,
  hidesLabel = false,
  value,
  disabled = false,
  onChange,
}: {
  label: string
  hidesLabel?: boolean
  value: Role | null
  disabled?: boolean
  onChange: (role: Role | null) => void
}) {
  return (
    <NativeSelect
      {...(hidesLabel ? { 'aria-label': label } : { label, description: text('role.hint') })}
      value={value ?? NONE}
      disabled={disabled}
      data={[
        { value: NONE, label: text('role.none') },
        ...ROLES.map((role) => ({ value: role, label: text(`role.${role}`) })),
      ]}
      onChange={({ currentTarget }) => onChange(ROLES.find((role) => role === currentTarget.value) ?? null)}
    />
  )
}
