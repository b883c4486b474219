import { ActionIcon, Box, Stack, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { Guard } from '../feedback/guard.tsx'
import { Icon } from '../icon.tsx'
import styles from './drawer-frame.module.css'

interface DrawerFrameProps {
  title: ReactNode
  beside?: ReactNode
  /** Left of the close button. */
  actions?: ReactNode
  closeLabel: string
  onClose: () => void
  /** Puts the focus on a field first, instead of the title, where no key acts. */
  toFill?: boolean
  /** Whether it covers most of the window. */
  wide?: boolean
  children: ReactNode
}

/** A drawer's heading with its close button, and its content. */
export function DrawerFrame({
  title,
  beside,
  actions,
  closeLabel,
  onClose,
  toFill = false,
  wide = false,
  children,
}: DrawerFrameProps) {
  return (
    <Stack gap={0} h="100%" data-drawer={wide ? 'wide' : 'narrow'}>
      <header className={styles.heading}>
        <h2 tabIndex={-1} data-autofocus={!toFill || undefined}>
          {title}
        </h2>
        {beside}
        <Box component="span" flex={1} />
        {actions}
        <Tooltip label={closeLabel}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      </header>
      <Guard>{children}</Guard>
    </Stack>
  )
}
