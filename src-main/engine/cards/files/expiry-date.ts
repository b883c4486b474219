import { foldText } from './fold-text.ts'
import { accept, refuse, shown, type Parsed } from './result.ts'

/**
 * Parses an expiry date into a calendar date, `2027-12-31T00:00:00.000Z`. A month alone means its last day,
 * through which a card is valid. A time of day is ignored.
 *
 * `05/06/2027` is 5 June, since none of the product's languages puts the month first, unless a person says `monthFirst`
 * of the file. A date that exists in one order only is read in that order, as in `12/31/2027`.
 */
export function parseExpiryDate(cell: string, monthFirst = false): Parsed<string> {
  const text = cell.trim()
  for (const { pattern, order } of FORMS) {
    const match = pattern.exec(text)
    if (match !== null) return judged(calendarDate(match.slice(1), order, monthFirst), text)
  }
  return refuse({ code: 'expiry_date_form', text: shown(text) })
}

/** `either` for `05/06/2027`, `month first` for a date that exists in that order alone. */
export type DateOrder = 'either' | 'month first'

/** How a date of two small numbers and a year can be read; null if the day comes first, or both are the same. */
export function orderOfDate(cell: string): DateOrder | null {
  const [, first = '', second = ''] = SLASHED.exec(cell.trim()) ?? []
  if (first === '' || Number(first) > 12 || Number(first) === Number(second)) return null
  return Number(second) > 12 ? 'month first' : 'either'
}

type Order =
  | 'year month day'
  | 'day month year'
  | 'day or month first'
  | 'year month'
  | 'month year'
  | 'day word year'
  | 'word day year'
  | 'word year'
  | 'year and month'

const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?`
const WORD = String.raw`(\p{L}{3,10})\.?`
const form = (pattern: string, order: Order): { pattern: RegExp; order: Order } => ({
  pattern: new RegExp(`^${pattern}$`, 'u'),
  order,
})

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/

const FORMS = [
  form(String.raw`(\d{4})-(\d{1,2})-(\d{1,2})${TIME}`, 'year month day'),
  form(String.raw`(\d{4})/(\d{1,2})/(\d{1,2})${TIME}`, 'year month day'),
  form(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})${TIME}`, 'day month year'),
  form(String.raw`(\d{1,2})-(\d{1,2})-(\d{4})${TIME}`, 'day month year'),
  form(String.raw`(\d{1,2})/(\d{1,2})/(\d{4})${TIME}`, 'day or month first'),
  form(String.raw`(\d{4})[/.-](\d{1,2})`, 'year month'),
  form(String.raw`(\d{1,2})[/.-](\d{4})`, 'month year'),
  // As printed on cards.
  form(String.raw`(\d{1,2})/(\d{2})`, 'month year'),
  // As interfaces and files of fixed width write it. No year of this century can be taken for a day and month.
  form(String.raw`(20\d{2})(\d{2})(\d{2})(?: \d{2}:\d{2}:\d{2})?`, 'year month day'),
  form(String.raw`(\d{2})(\d{2})(20\d{2})`, 'day month year'),
  form(String.raw`(20\d{2})(\d{2})`, 'year month'),
  form(String.raw`(\d{2})(20\d{2})`, 'month year'),
  form(String.raw`(\d{2})(\d{2})`, 'year and month'),
  // With the month's name, which is what spreadsheets make of `12/27`.
  form(String.raw`(\d{1,2})[. -]+${WORD}[ -]+(\d{4}|\d{2})`, 'day word year'),
  form(String.raw`${WORD}[ -]+(\d{1,2}),? +(\d{4})`, 'word day year'),
  form(String.raw`${WORD}[ -]+(\d{4}|\d{2})`, 'word year'),
]

/** The months in the product's languages, folded. */
const MONTHS = [
  'january januar janvier januari',
  'february februar fevrier februari',
  'march marz maerz mrz mars maart mrt',
  'april avril',
  'may mai mei',
  'june juni juin',
  'july juli juillet',
  'august aout augustus',
  'september septembre',
  'october oktober octobre',
  'november novembre',
  'december dezember decembre',
].map((names) => names.split(' '))

/** 1 to 12, also for an abbreviation; NaN for any other word. */
function monthNamed(word: string): number {
  const folded = foldText(word)
  const meant = MONTHS.flatMap((names, index) => (names.some((name) => name.startsWith(folded)) ? index + 1 : []))
  return meant.length === 1 ? (meant[0] ?? Number.NaN) : Number.NaN
}

interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number | 'last'
}

function calendarDate(numbers: readonly string[], order: Order, monthFirst: boolean): CalendarDate {
  const [first = '', second = '', third = ''] = numbers
  switch (order) {
    case 'year month day':
      return { year: Number(first), month: Number(second), day: Number(third) }
    case 'day or month first':
      if (Number(second) > 12 || (monthFirst && Number(first) <= 12))
        return { year: Number(third), month: Number(first), day: Number(second) }
      return { year: Number(third), month: Number(second), day: Number(first) }
    case 'day month year':
      return { year: fullYear(third), month: Number(second), day: Number(first) }
    case 'year month':
      return { year: Number(first), month: Number(second), day: 'last' }
    case 'month year':
      return { year: fullYear(second), month: Number(first), day: 'last' }
    case 'day word year':
      return { year: fullYear(third), month: monthNamed(second), day: Number(first) }
    case 'word day year':
      return { year: Number(third), month: monthNamed(first), day: Number(second) }
    case 'word year':
      return { year: fullYear(second), month: monthNamed(first), day: 'last' }
    // `2712` or `1227`: only in years that are over could both be a month.
    case 'year and month': {
      const [year, month] = Number(first) > 12 ? [first, second] : [second, first]
      const isClear = Number(year) > 12 && Number(month) <= 12
      return { year: isClear ? fullYear(year) : Number.NaN, month: Number(month), day: 'last' }
    }
  }
}

/** `27` is 2027: no card is valid into another century. */
function fullYear(year: string): number {
  return Number(year.length === 2 ? `20${year}` : year)
}

function judged({ year, month, day }: CalendarDate, text: string): Parsed<string> {
  if (Number.isNaN(year + month)) return refuse({ code: 'expiry_date_form', text: shown(text) })
  if (year < 2000 || year > 2099) return refuse({ code: 'expiry_date_years', text: shown(text) })
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const date = day === 'last' ? lastDay : day
  if (month < 1 || month > 12 || date < 1 || date > lastDay)
    return refuse({ code: 'expiry_date_calendar', text: shown(text) })
  return accept(new Date(Date.UTC(year, month - 1, date)).toISOString())
}
