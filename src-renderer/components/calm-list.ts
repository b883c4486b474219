import { useState } from 'react'

interface CalmList<Row> {
  rows: readonly Row[] | null
  /** Rows that came meanwhile and wait to be shown. */
  waiting: number
  show: () => void
}

/**
 * A live list that does not jump under the pointer: while it is held, rows that are seen change in place, and new ones
 * wait until they are asked for.
 *
 * @param question what the rows answer; another one is shown at once
 */
export function useCalmList<Row extends { id: string }>(rows: readonly Row[] | null, question: string, held: boolean): CalmList<Row> {
  const [kept, setKept] = useState({ question, rows })
  const waits = held && kept.rows !== null && kept.question === question
  if (!waits && (kept.rows !== rows || kept.question !== question)) setKept({ question, rows })
  if (!waits || rows === null || kept.rows === null) return { rows, waiting: 0, show: () => {} }
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set(kept.rows.map(({ id }) => id))
  return {
    rows: kept.rows.map((row) => fresh.get(row.id) ?? row),
    waiting: rows.filter(({ id }) => !seen.has(id)).length,
    show: () => setKept({ question, rows }),
  }
}
