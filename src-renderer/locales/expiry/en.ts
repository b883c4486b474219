/** The words of the expiry workbench and of hand-overs, which load with it. */
export const en = {
  title: 'Expiring cards',
  back: 'All cards',
  'error.title': 'The expiring cards could not be loaded',

  periods: 'Months in which cards expire',
  'period.all': 'All',
  'period.all.name': 'All months ahead',
  'period.ended': 'Expired',
  'period.ended.name': 'Expired in the last three months',
  'period.label': '{{period}}: {{count}}',
  states: 'State of the replacement',
  'state.all': 'All',
  'state.none': 'No replacement yet',
  'state.arrived': 'Replacement arrived',
  'state.handed_over': 'Handed over',

  table: 'Expiring cards, page {{page}}',
  'column.card': 'Card',
  'column.driver': 'Driver',
  'column.expires': 'Expires',
  'column.state': 'Replacement',
  'column.do': 'Hand over',
  alike: 'same plate',
  'alike.hint': 'Nobody said that this card replaces the other: it is the only new card with the same plate.',
  'open.replacement': 'Open replacement {{number}}',

  do: 'Hand over',
  'do.label': 'Hand over card {{old}} to {{new}}',
  'do.hint': '{{new}} gets this plate, driver and reference; {{old}} is disabled',
  pick: 'Choose card…',
  'pick.label': 'Choose card… to replace {{old}}',
  done: 'Card {{old}} handed over to {{new}}',
  refused: 'Card {{number}} was not handed over',

  'pick.title': 'Hand over card {{number}}',
  'pick.text':
    'The new card is activated with this plate, driver and reference. The old one is disabled, with the reason “Replaced”.',
  'pick.field': 'New card',
  'pick.hint': 'Scan it, or type its number or at least its last four digits',
  'pick.found': 'New cards with these digits',
  'pick.none': 'No new card ends in these digits.',
  'pick.many': 'Several new cards have these digits. Type more, or choose one below.',

  undo: 'Undo',
  'undo.title': 'Take back the hand-over?',
  'undo.text': 'Card {{new}} is disabled. Card {{old}} can be used again.',
  'undo.sandbox': 'These are mock cards, so no provider is contacted.',
  'undo.production': 'Both hold as soon as the provider accepts the changes.',
  'undo.do': 'Enable {{old}} again',
  undone: 'Hand-over taken back: card {{old}} is active, {{new}} disabled',

  all: 'Hand over all {{count}} that arrived',
  'all.one': 'Hand over the one that arrived',
  'all.title': 'Hand over all that arrived',
  'all.do': 'Hand over {{count}}',
  'all.text':
    'Each new card gets plate, driver and reference of the card that it replaces. You can undo it all for 10 minutes.',

  warning: 'Warning before a card ends',
  'warning.hint': 'The event card.expiring and the alert by e-mail come this early',
  'warning.days': 'Warn {{days}} days ahead',
  'warning.done': 'Cards are announced {{days}} days before their last day',

  'empty.title': 'No card expires here',
  'empty.text': 'Cards in use appear here up to a year before their last day.',
  'empty.filtered.title': 'No card in this state',
  'empty.filtered.text': 'Choose another month or state.',

  replaces: 'Replaces',
  replacedBy: 'Replaced by',
  'replacedBy.waiting': 'To be replaced by',
} as const satisfies Record<string, string>

export type ExpiryKey = keyof typeof en
export type ExpiryMessages = Record<ExpiryKey, string>
