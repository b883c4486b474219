/** What came of reading a text: its value, or why it is refused, in a sentence. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; reason: string }

export function accept<Value>(value: Value): Parsed<Value> {
  return { ok: true, value }
}

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

const SHOWN_CHARACTERS = 40

/** A cell as it is shown inside a sentence: in quotes, cut, and without characters that would break a line or a log. */
export function quote(cell: string): string {
  // A pair of surrogates that the cut would break goes as a whole.
  const shown = cell.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, '').replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '\ufffd')
  return `"${shown}${cell.length > SHOWN_CHARACTERS ? '…' : ''}"`
}
