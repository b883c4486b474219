import { attribute } from './sheet-names.ts'

/**
 * What the format of a number shows and its value lacks: that a date is a whole month, or how many digits it has with its
 * leading zeros.
 */
export type CellFormat = 'month' | { digits: number }

/** `mmm-yy`, which has no entry in the workbook (ECMA-376 part 1, 18.8.30), and into which Excel turns a typed `12/28`. */
const BUILT_IN_MONTH = 17

/** The styles, by their index, whose numbers show more than their value; empty in most workbooks. */
export function telltaleStyles(styles: string): Map<string, CellFormat> {
  const formats = new Map<number, CellFormat>([[BUILT_IN_MONTH, 'month']])
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const meant = formatMeantBy(attribute(tag, 'formatCode') ?? '')
    if (meant !== null) formats.set(Number(attribute(tag, 'numFmtId')), meant)
  }
  const [, cellStyles = ''] = /<(?:\w+:)?cellXfs\b[^>]*>([^]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  const found = new Map<string, CellFormat>()
  for (const [index, [tag]] of [...cellStyles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].entries()) {
    const meant = formats.get(Number(attribute(tag, 'numFmtId')))
    if (meant !== undefined) found.set(String(index), meant)
  }
  return found
}

/** Gives the numbers in these styles what their format shows: `2028-12` for a month, zeros in front of digits. */
export function applyFormats(rows: string[][], sheet: Buffer, styles: ReadonlyMap<string, CellFormat>): void {
  // Only attributes are read, which are ASCII.
  for (const [tag] of sheet.toString('latin1').matchAll(/<(?:\w+:)?c\s[^>]*>/g)) {
    const format = styles.get(/\ss=["'](\d+)/.exec(tag)?.[1] ?? '')
    if (format === undefined || !isNumber(tag)) continue
    const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d+)$/.exec(attribute(tag, 'r') ?? '') ?? []
    const cells = rows[Number(row) - 1]
    const column = columnOf(letters)
    const text = cells?.[column]
    if (cells === undefined || text === undefined) continue
    // Excel takes a typed month for its first day; another day was meant.
    if (format === 'month') cells[column] = text.replace(/^(\d{4}-\d{2})-01$/, '$1')
    else if (/^\d+$/.test(text)) cells[column] = text.padStart(format.digits, '0')
  }
}

function isNumber(tag: string): boolean {
  return (attribute(tag, 't') ?? 'n') === 'n'
}

/** The first part is that of positive numbers; texts, colours and locales in it show nothing of the value. */
function formatMeantBy(code: string): CellFormat | null {
  const [shown = ''] = code
    .replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
    .toLowerCase()
    .split(';')
  if (/^0{2,20}$/.test(shown)) return { digits: shown.length }
  return /m/.test(shown) && /y/.test(shown) && !/[dhs]/.test(shown) ? 'month' : null
}

/** `A` is 0. */
function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 0x40
  return column - 1
}
