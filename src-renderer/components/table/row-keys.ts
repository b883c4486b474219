import type { KeyboardEvent } from 'react'
import { keysAreLive } from '../../layers.ts'

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Arrows, and `j` and `k`, move the focus between the buttons of a table's rows, which `data-row` marks. */
export function useRowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const step = STEPS[event.key]
    if (
      step === undefined ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target instanceof HTMLInputElement ||
      !keysAreLive(event.target)
    )
      return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const next = rows[rows.findIndex((row) => row === document.activeElement) + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
}
