import type { ImportRefusal } from '../../../domain/sync/import-refusal.ts'

/** What came of reading a text: its value, or all that is wrong with it. */
export type Parsed<Value> = { ok: true; value: Value } | Refused

export interface Refused {
  ok: false
  problems: ImportRefusal[]
}

export function accept<Value>(value: Value): Parsed<Value> {
  return { ok: true, value }
}

export function refuse(...problems: ImportRefusal[]): Refused {
  return { ok: false, problems }
}

const SHOWN_CHARACTERS = 40

/** A cell as a refusal quotes it: cut, and without characters that would break a line or a log. */
export function shown(cell: string): string {
  // A pair of surrogates that the cut would break goes as a whole.
  const start = cell
    .slice(0, SHOWN_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '\ufffd')
  return `${start}${cell.length > SHOWN_CHARACTERS ? '…' : ''}`
}
