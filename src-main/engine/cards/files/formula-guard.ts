// What a spreadsheet takes for the start of a formula (OWASP, CSV injection). If it splits the file at another
// delimiter than was written, a cell may start after any `;`, tab or line break.
const FORMULA = String.raw`(?:[=+\-@\t\r]|[^]*[;\t\r\n][=+\-@\t\r])`
const STARTS_LIKE_FORMULA = new RegExp(`^'*${FORMULA}`)
const GUARDED = new RegExp(`^'+${FORMULA}`)

/**
 * Puts an apostrophe before a cell that a spreadsheet would run as a formula. A cell that already starts with one gets
 * another, so that unguarding restores every text exactly.
 */
export function guardFormula(cell: string): string {
  return STARTS_LIKE_FORMULA.test(cell) ? `'${cell}` : cell
}

/** Removes the apostrophe that guards a cell. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
