export type ByteUnit = 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte'

/** How a locale writes numbers, dates and spans of time. */
export function createFormats(locale: string) {
  return {
    pluralRules: new Intl.PluralRules(locale),
    numbers: new Intl.NumberFormat(locale),
    signed: new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }),
    percents: new Intl.NumberFormat(locale, { style: 'percent' }),
    bytes: Object.fromEntries(
      (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map((unit) => [
        unit,
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay: unit === 'byte' ? 'long' : 'short',
          maximumFractionDigits: 1,
        }),
      ]),
    ) as Record<ByteUnit, Intl.NumberFormat>,
    milliseconds: new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond', maximumSignificantDigits: 3 }),
    weekdays: new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }),
    calendarDates: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    moments: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    seconds: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
    utcMoments: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
    durations: {
      millisecond: measure(locale, 'millisecond', 0),
      second: measure(locale, 'second', 1),
      minute: measure(locale, 'minute', 1),
    },
    spans: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
  }
}

function measure(locale: string, unit: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits })
}
