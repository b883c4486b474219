/** How a locale writes numbers, dates and spans of time. */
export function createFormats(locale: string) {
  return {
    pluralRules: new Intl.PluralRules(locale),
    numbers: new Intl.NumberFormat(locale),
    calendarDates: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    moments: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    utcMoments: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
    spans: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
  }
}
