import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentPropsWithRef } from 'react'
import { Icon, type IconName } from '../icon.tsx'

interface ToolButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: IconName
  label: string
  /** It opens a menu. */
  opens?: boolean
  /** Keeps its word even in narrow windows; false has none in wide ones either. */
  worded?: boolean
}

/** A toolbar button. In narrow windows a tooltip replaces its word, unless said otherwise. */
export function ToolButton({ icon, label, opens = false, worded, ...props }: ToolButtonProps) {
  const isNarrow = useMediaQuery('(max-width: 999px)', false, { getInitialValueInEffect: false })
  if (worded ?? !isNarrow) {
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
    // The open menu says what it is; a barred button says why.
    <Tooltip label={label} disabled={props['aria-expanded'] === true || props['aria-disabled'] === true}>
      <Button variant="default" px="xs" aria-label={label} {...props}>
        <Icon name={icon} size={16} />
      </Button>
    </Tooltip>
  )
}
