import { Box } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import type { PaletteCommand } from './palette-commands.ts'
import styles from './palette.module.css'

/** A command, optionally drawn with more than its label. */
export interface PaletteItem extends PaletteCommand {
  detail?: ReactNode
}

interface PaletteListProps {
  items: readonly PaletteItem[]
  chosen: number
  onPoint: (index: number) => void
  onRun: (item: PaletteItem) => void
}

/** The matches by group; the focus stays in the field above (`aria-activedescendant`). */
export function PaletteList({ items, chosen, onPoint, onRun }: PaletteListProps) {
  const chosenId = items[chosen]?.id
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(`palette-${chosenId}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const groups = [...Map.groupBy(items, ({ group }) => group)]
  return (
    <div className={styles.list} id="palette-list" role="listbox" aria-label={text('palette.results')} tabIndex={-1}>
      {groups.map(([group, members]) => (
        <div key={group} role="group" aria-label={text(`palette.group.${group}`)}>
          <Box pt={10} px="sm" pb="xs" c="dimmed" fz="xs" fw={500} aria-hidden="true">
            {text(`palette.group.${group}`)}
          </Box>
          {members.map((item) => {
            const index = items.indexOf(item)
            return (
              <div
                key={item.id}
                id={`palette-${item.id}`}
                className={styles.item}
                role="option"
                aria-selected={index === chosen}
                onPointerMove={() => index !== chosen && onPoint(index)}
                onClick={() => onRun(item)}
              >
                <Icon name={item.icon} />
                {item.detail ?? <span>{item.label}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
