import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from '../after-frame.ts'

/** A row of a compact table, the lowest there is. */
const ROW_PX = 32
/** Above the first row, at least: the title of the screen, its filters and the heads of the columns. */
const HEAD_PX = 160
/** In no id. */
const BETWEEN = '\n'

/**
 * How many of these rows to draw. Of a page of other rows, those that the window has room for come first, and the rest
 * after that frame: a person sees the page in half the time. A page that keeps most of its rows is drawn as a whole.
 * @param ids of the rows, in their order
 */
export function useRowsInSight(ids: readonly string[]): number {
  const page = ids.join(BETWEEN)
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    if (page === drawn) return undefined
    return afterFrame(() => startTransition(() => setDrawn(page)))
  }, [page, drawn])
  const inSight = Math.ceil((window.innerHeight - HEAD_PX) / ROW_PX)
  if (page === drawn || ids.length <= inSight) return ids.length
  const before = new Set(drawn.split(BETWEEN))
  return ids.filter((id) => before.has(id)).length * 2 > ids.length ? ids.length : inSight
}
