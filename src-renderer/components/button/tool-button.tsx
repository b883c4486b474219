import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentPropsWithRef } from 'react'
import { Icon, type IconName } from '../icon.tsx'

interface ToolButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: IconName
  label: string
  /** It opens a menu. */
  opens?: boolean
  /** Its word stays where there is little room as well. */
  worded?: boolean
}

/** A button of a tool line. Where there is little room its word gives way to a tooltip. */
export function ToolButton({ icon, label, opens = false, worded = false, ...props }: ToolButtonProps) {
  const isNarrow = useMediaQuery('(max-width: 999px)', false, { getInitialValueInEffect: false })
  if (!isNarrow || worded) {
    return (
      <Button
        variant="default"
        leftSection={<Icon name={icon} size={16} />}
        rightSection={opens ? <Icon name="chevronDown" size={14} /> : undefined}
        {...props}
      >
        {label}
      </Button>
    )
  }
  return (
    // Open, its menu says what it is.
    <Tooltip label={label} disabled={props['aria-expanded'] === true}>
      <Button variant="default" px="xs" aria-label={label} {...props}>
        <Icon name={icon} size={16} />
      </Button>
    </Tooltip>
  )
}
