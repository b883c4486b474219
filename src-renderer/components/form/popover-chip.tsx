import { Popover, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import styles from './filter-chip.module.css'

interface PopoverChipProps {
  name: string
  /** What it lets through; null for everything. */
  chosen: ReactNode | null
  width: number
  onRemove: () => void
  /** The choice, and how to close it. */
  children: (close: () => void) => ReactNode
}

/** A filter like `FilterChip`, whose choice is more than a list. */
export function PopoverChip({ name, chosen, width, onRemove, children }: PopoverChipProps) {
  const [open, setOpen] = useState(false)
  return (
    <span className={chosen === null ? styles.chip : `${styles.chip} ${styles.set}`}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" width={width} shadow="md" trapFocus>
        <Popover.Target>
          <UnstyledButton className={styles.open} onClick={() => setOpen(!open)}>
            {chosen === null && <Icon name="filter" size={15} />}
            <span>{chosen === null ? name : text('named', { name })}</span>
            {chosen}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p="sm">{children(() => setOpen(false))}</Popover.Dropdown>
      </Popover>
      {chosen !== null && (
        <UnstyledButton className={styles.remove} aria-label={text('filter.remove', { name })} onClick={onRemove}>
          <Icon name="close" size={14} />
        </UnstyledButton>
      )}
    </span>
  )
}
