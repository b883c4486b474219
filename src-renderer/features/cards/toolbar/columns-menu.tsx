import { ActionIcon, Box, Button, Checkbox, Popover, Switch, Text, Tooltip } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { Icon } from '../../../components/icon.tsx'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { text } from '../../../locales/messages.ts'
import { COLUMN_FIELDS, columnOf, PINNED_FIELD, USUAL_FIELDS, type ColumnField } from '../table/cards-columns.tsx'
import { useTableLook } from './columns-store.ts'
import { moved, movedBefore } from './column-order.ts'
import styles from './menus.module.css'

/** Chooses the visible columns and their order: by dragging with the pointer, or by the arrow buttons next to each. */
export function ColumnsMenu() {
  const { fields, compact, widths, setFields, setCompact, resetWidths } = useTableLook()
  const [dragged, setDragged] = useState<ColumnField | null>(null)
  const hidden = COLUMN_FIELDS.filter((field) => field !== PINNED_FIELD && !fields.includes(field))
  const isUsual = fields.join(' ') === USUAL_FIELDS.join(' ') && Object.keys(widths).length === 0
  const reset = () => {
    setFields(USUAL_FIELDS)
    resetWidths()
  }
  return (
    <Popover position="bottom-end" width={280} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ToolButton icon="columns" label={text('columns.title')} />
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label={text('columns.title')}>
        <Text c="dimmed" fz="xs" lh={1.45}>
          {text('columns.hint')}
        </Text>
        <ul className={styles.list}>
          <li className={styles.entry}>
            <Checkbox size="xs" checked disabled readOnly label={text(columnOf(PINNED_FIELD).heading)} />
            <Box component="span" ms="auto" c="dimmed" fz="xs">
              {text('columns.pinned')}
            </Box>
          </li>
          {fields.map((field, index) => (
            <li
              key={field}
              className={styles.entry}
              draggable
              data-dragged={dragged === field}
              onDragStart={() => setDragged(field)}
              onDragOver={(event) => {
                event.preventDefault()
                if (dragged !== null && dragged !== field) setFields(movedBefore(fields, dragged, field))
              }}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <Icon name="grip" size={14} className={styles.grip} />
              <Entry
                field={field}
                shown
                onToggle={() => setFields(fields.filter((other) => other !== field))}
                onMove={(by) => setFields(moved(fields, field, by))}
                first={index === 0}
                last={index === fields.length - 1}
              />
            </li>
          ))}
          {hidden.map((field) => (
            <li key={field} className={styles.entry}>
              <Box component="span" flex="none" w="0.875rem" />
              <Entry field={field} shown={false} onToggle={() => setFields([...fields, field])} />
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <Switch
            size="xs"
            withThumbIndicator={false}
            label={text('columns.compact')}
            checked={compact}
            onChange={(event) => setCompact(event.currentTarget.checked)}
          />
          {!isUsual && (
            <Button variant="subtle" size="compact-xs" onClick={reset}>
              {text('columns.reset')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface EntryProps {
  field: ColumnField
  shown: boolean
  onToggle: () => void
  onMove?: (by: -1 | 1) => void
  first?: boolean
  last?: boolean
}

function Entry({ field, shown, onToggle, onMove, first = false, last = false }: EntryProps) {
  const name = text(columnOf(field).heading)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || onMove === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <>
      <Checkbox flex={1} miw={0} size="xs" checked={shown} label={name} onChange={onToggle} onKeyDown={onKeyDown} />
      {onMove !== undefined && (
        <>
          <Step label={text('columns.up', { name })} icon="chevronUp" disabled={first} onStep={() => onMove(-1)} />
          <Step label={text('columns.down', { name })} icon="chevronDown" disabled={last} onStep={() => onMove(1)} />
        </>
      )}
    </>
  )
}

function Step({
  label,
  icon,
  disabled,
  onStep,
}: {
  label: string
  icon: 'chevronUp' | 'chevronDown'
  disabled: boolean
  onStep: () => void
}) {
  return (
    <Tooltip label={label} disabled={disabled}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={disabled} onClick={onStep}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
