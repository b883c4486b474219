import { style } from './style.ts'

/** Aligned columns with a header; `empty` if there are no rows. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  empty: string,
): string {
  if (rows.length === 0) return `${empty}\n`
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '–' : printable(String(cell)))))
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => width(row[column] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd()
  return [style.bold(line(head)), ...cells.map(line)].map((text) => `${text}\n`).join('')
}

/** Named values, one per line. */
export function facts(pairs: readonly (readonly [string, string | number | null])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs
    .map(([name, value]) => `${style.dim(name.padEnd(width))}  ${value === null ? '–' : printable(String(value))}\n`)
    .join('')
}

/** A card number in groups of four, as on the card. */
export function groupedNumber(cardNumber: string): string {
  return cardNumber.replaceAll(/\d{4}(?=\d)/g, '$& ')
}

/** A UTC time to the minute, or only its day. */
export function shortTime(time: string | null): string | null {
  return time === null ? null : `${time.slice(0, 10)} ${time.slice(11, 16)}`
}

export function day(time: string | null): string | null {
  return time === null ? null : time.slice(0, 10)
}

export function count(number: number): string {
  return number.toLocaleString('en')
}

/** `1 card`, `1,240 cards`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** Names come from people and files: none may control the terminal. */
// oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '�')

const segmenter = new Intl.Segmenter()

/** Characters as a reader perceives them. */
function width(text: string): number {
  return [...segmenter.segment(text)].length
}
