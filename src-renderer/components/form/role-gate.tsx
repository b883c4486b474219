import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '../../../src-main/domain/people/role.ts'
import { useMay } from '../../client/use-person.ts'
import { text } from '../../locales/messages.ts'
import styles from './role-gate.module.css'

interface RoleGateProps {
  projectId: string
  /** What the controls inside need. */
  role: Role
  children: ReactNode
}

/** Disables the controls inside for those who may not use them, and says why. */
export function RoleGate({ projectId, role, children }: RoleGateProps) {
  if (useMay(projectId, role)) return children
  const reason = text('role.needed', { role: text(`role.${role}`) })
  return (
    <Tooltip label={reason} multiline maw={280}>
      {/* Disables every control in it, and can be focused itself, so that the keyboard finds the reason, too. */}
      <fieldset className={styles.gate} disabled aria-label={reason} tabIndex={0}>
        {children}
      </fieldset>
    </Tooltip>
  )
}
