// What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection). Where it splits at another delimiter
// than the file has, a cell begins behind every `;`, tab and line break.
const FORMULA = String.raw`(?:[=+\-@\t\r]|[^]*[;\t\r\n][=+\-@\t\r])`
const STARTS_LIKE_FORMULA = new RegExp(`^'*${FORMULA}`)
const GUARDED = new RegExp(`^'+${FORMULA}`)

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula. One that stands there already gets another:
 * unguarding gives every text back.
 */
export function guardFormula(cell: string): string {
  return STARTS_LIKE_FORMULA.test(cell) ? `'${cell}` : cell
}

/** Takes the guarding apostrophe off again. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
