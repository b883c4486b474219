import type { ImportRefusal } from '../../../domain/sync/import-refusal.ts'

/** The result of parsing a text: its value, or everything wrong with it. */
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

/** A cell as quoted in a refusal: shortened, and without characters that would break a line or a log. */
export function shown(cell: string): string {
  // Drops a surrogate whose other half was cut off.
  const start = cell
    .slice(0, SHOWN_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '\ufffd')
  return `${start}${cell.length > SHOWN_CHARACTERS ? '…' : ''}`
}
