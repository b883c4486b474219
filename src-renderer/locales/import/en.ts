/** The import of a card list, beyond what its dialog shares with others. */
export const en = {
  'unread.hint': 'Give each a field, or import without them.',
  'unread.field': 'Field of “{{column}}”',
  'unread.none': 'not imported',
  'left.title': 'Not imported, as last time',
  'offer.title': 'This looks like a card list of {{issuer}}',
  'offer.text': 'Its columns and values are known from a public description: {{format}}.',
  'offer.use': 'Use them',
  'values.empty': 'leave the card as it is',
  'dates.label': 'Dates such as “{{example}}”',
  'dates.day': 'Day first',
  'dates.month': 'Month first',
  'dates.title': 'Some dates can be read in two ways',
  'dates.conflict': 'Others in this file exist only with the month first.',
  'rows.create': 'New cards',
  'rows.change': 'Changes',
  'rows.leave': 'Unchanged cards',
  'rows.none': 'The file has no rows below its titles.',
  'rows.save': 'Save as CSV',
  'rows.saved': 'Saved: {{name}}',
  'rows.cells': 'In the file',
  'csv.line': 'Line in the file',
  'csv.because': 'Refused because',
  'csv.field': 'Field',
  'csv.before': 'Before',
  'csv.after': 'After',
} as const satisfies Record<string, string>

export type ImportKey = keyof typeof en
export type ImportMessages = Record<ImportKey, string>
