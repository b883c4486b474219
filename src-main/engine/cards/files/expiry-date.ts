import { accept, refuse, shown, type Parsed } from './result.ts'

/**
 * Parses an expiry date into a calendar date, `2027-12-31T00:00:00.000Z`. A month alone means its last day,
 * through which a card is valid. A time of day is ignored.
 *
 * `05/06/2027` is 5 June: none of the product's languages puts the month first. The month is read first only if the
 * date would otherwise not exist, as in `12/31/2027`.
 */
export function parseExpiryDate(cell: string): Parsed<string> {
  const text = cell.trim()
  for (const { pattern, order } of FORMS) {
    const match = pattern.exec(text)
    if (match !== null) return judged(calendarDate(match.slice(1), order), text)
  }
  return refuse({ code: 'expiry_date_form', text: shown(text) })
}

type Order = 'year month day' | 'day month year' | 'day or month first' | 'year month' | 'month year'

const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?`
const form = (pattern: string, order: Order): { pattern: RegExp; order: Order } => ({
  pattern: new RegExp(`^${pattern}$`),
  order,
})

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
]

interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number | 'last'
}

function calendarDate(numbers: readonly string[], order: Order): CalendarDate {
  const [first = '', second = '', third = ''] = numbers
  switch (order) {
    case 'year month day':
      return { year: Number(first), month: Number(second), day: Number(third) }
    case 'day or month first':
      if (Number(second) > 12) return { year: Number(third), month: Number(first), day: Number(second) }
      return { year: Number(third), month: Number(second), day: Number(first) }
    case 'day month year':
      return { year: fullYear(third), month: Number(second), day: Number(first) }
    case 'year month':
      return { year: Number(first), month: Number(second), day: 'last' }
    case 'month year':
      return { year: fullYear(second), month: Number(first), day: 'last' }
  }
}

/** `27` is 2027: no card is valid into another century. */
function fullYear(year: string): number {
  return Number(year.length === 2 ? `20${year}` : year)
}

function judged({ year, month, day }: CalendarDate, text: string): Parsed<string> {
  if (year < 2000 || year > 2099) return refuse({ code: 'expiry_date_years', text: shown(text) })
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const date = day === 'last' ? lastDay : day
  if (month < 1 || month > 12 || date < 1 || date > lastDay)
    return refuse({ code: 'expiry_date_calendar', text: shown(text) })
  return accept(new Date(Date.UTC(year, month - 1, date)).toISOString())
}
