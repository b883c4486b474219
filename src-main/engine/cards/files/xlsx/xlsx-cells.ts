/** Excel keeps 15 significant digits of a number; a longer one has lost the others. */
const EXACT_BELOW = 1e15

/**
 * A number of a sheet as text. One that is too long to be exact is spelled like `7.82521009000154E+17`, which nobody
 * can take for a card number: the row is then refused with the reason.
 */
export function numberText(stored: string): string {
  const value = Number(stored)
  if (!Number.isFinite(value)) return stored
  return Math.abs(value) < EXACT_BELOW ? String(value) : value.toExponential(14).replace('e', 'E')
}

/** A cell as the reader of the workbook gives it, as text: dates as `2027-12-31`, truth as `true` and `false`. */
export function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return String(cell)
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) {
    // Excel counts in days: a time of day comes back some thousandths of a second early.
    return new Date(cell.getTime() + 500).toISOString().slice(0, 10)
  }
  return ''
}

// What XML cannot carry or does not keep (ECMA-376 part 1, 22.9.2.19): controls but tab and line feed, lone surrogates,
// code points that are no characters; and an underscore that would begin such an escape itself.
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Cn}\ufffd]|_(?=x[0-9A-Fa-f]{4}_)/gu

/** Text in the form in which a workbook holds it unharmed. */
export function escapeForXlsx(text: string): string {
  const escaped = text.replace(UNSAFE, escapeUnits)
  // write-excel-file looks its strings up in a plain object, where these are taken to be there already.
  return escaped in Object.prototype ? escapeUnits(escaped.charAt(0)) + escaped.slice(1) : escaped
}

function escapeUnits(text: string): string {
  let escaped = ''
  for (let index = 0; index < text.length; index++)
    escaped += `_x${text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')}_`
  return escaped
}
