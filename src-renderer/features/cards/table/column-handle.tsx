import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { text } from '../../../locales/messages.ts'
import { useTableLook, WIDTH_LIMITS, type ShownColumn } from '../toolbar/columns-store.ts'
import styles from '../cards.module.css'

/** Pixels per press of an arrow key. */
const STEP = 16

/** The edge of a heading: dragged, or moved by the arrow keys; a double click or Delete gives the width back. */
export function ColumnHandle({ column: { field, heading, width } }: { column: ShownColumn }) {
  const setWidth = useTableLook((state) => state.setWidth)
  const from = useRef<{ x: number; width: number } | null>(null)
  const widthOf = (handle: Element) => handle.closest('th')?.offsetWidth ?? 0
  const grip = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: widthOf(event.currentTarget) }
  }
  const drag = (event: PointerEvent) => {
    if (from.current !== null) setWidth(field, from.current.width + event.clientX - from.current.x)
  }
  const drop = () => {
    from.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') setWidth(field, widthOf(event.currentTarget) - STEP)
    else if (event.key === 'ArrowRight') setWidth(field, widthOf(event.currentTarget) + STEP)
    else if (event.key === 'Delete' || event.key === 'Backspace') setWidth(field, null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={styles.handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text('columns.width', { name: text(heading) })}
      aria-valuemin={WIDTH_LIMITS.least}
      aria-valuemax={WIDTH_LIMITS.most}
      aria-valuenow={width ?? WIDTH_LIMITS.least}
      aria-valuetext={width === null ? text('columns.width.own') : `${width} px`}
      onPointerDown={grip}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => setWidth(field, null)}
      onKeyDown={onKeyDown}
    />
  )
}
