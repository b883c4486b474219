/** Excel stores 15 significant digits of a number; a longer one has lost the rest. */
const EXACT_BELOW = 1e15

/**
 * A number of a sheet as text. One too long to be exact becomes `7.82521009000154E+17`, which cannot pass for a card
 * number: its row is then refused with the reason.
 */
export function numberText(stored: string): string {
  const value = Number(stored)
  if (!Number.isFinite(value)) return stored
  return Math.abs(value) < EXACT_BELOW ? String(value) : value.toExponential(14).replace('e', 'E')
}

/** A cell from the reading library as text: dates as `2027-12-31`, booleans as `true` and `false`. */
export function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return String(cell)
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) {
    // Excel counts in fractions of days, so a time of day comes back some milliseconds early.
    return new Date(cell.getTime() + 500).toISOString().slice(0, 10)
  }
  return ''
}

// What XML cannot carry or does not preserve (ECMA-376 part 1, 22.9.2.19): controls except tab and line feed, lone
// surrogates, noncharacters; and an underscore that would itself start such an escape.
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Cn}\ufffd]|_(?=x[0-9A-Fa-f]{4}_)/gu

/** Text in the escaped form that survives in a workbook. */
export function escapeForXlsx(text: string): string {
  const escaped = text.replace(UNSAFE, escapeUnits)
  // write-excel-file looks strings up in a plain object, which seems to contain these already.
  return escaped in Object.prototype ? escapeUnits(escaped.charAt(0)) + escaped.slice(1) : escaped
}

function escapeUnits(text: string): string {
  let escaped = ''
  for (let index = 0; index < text.length; index++)
    escaped += `_x${text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')}_`
  return escaped
}
