/** The warnings before fuel flows again. */
export const confirm = {
  'confirm.enable.title': 'Enable card {{number}}?',
  'confirm.enable.do': 'Enable card {{number}}',
  'confirm.enable.sandbox':
    'It will work for all four fuels again immediately. This is a mock card, so no provider is contacted.',
  'confirm.enable.production': 'It will work for all four fuels again as soon as the provider accepts the change.',
  'confirm.enable.reason': 'Why it was disabled:',
  'confirm.enableMany.sandbox_one':
    '{{count}} card will work for all four fuels again immediately. This is a mock card, so no provider is contacted.',
  'confirm.enableMany.sandbox_other':
    '{{count}} cards will work for all four fuels again immediately. These are mock cards, so no provider is contacted.',
  'confirm.enableMany.production_one':
    '{{count}} card will work for all four fuels again as soon as the provider accepts the change.',
  'confirm.enableMany.production_other':
    '{{count}} cards will work for all four fuels again as soon as the provider accepts the changes.',
  'confirm.undo.title_one': 'Enable {{count}} card again?',
  'confirm.undo.title_other': 'Enable {{count}} cards again?',
  'confirm.undo.do_one': 'Enable {{count}} card again',
  'confirm.undo.do_other': 'Enable {{count}} cards again',
  'confirm.undo.handedOver': 'The new cards that took their place are disabled.',
  'confirm.undo.changed': 'Cards changed since then stay as they are.',
  'confirm.undo.plan': 'Its plan comes back, too: on {{time}} the card is disabled again by itself.',
  'confirm.undo.plans_one':
    'What was planned for {{count}} of them comes back: on {{time}} the card is disabled again by itself.',
  'confirm.undo.plans_other':
    'What was planned for {{count}} of them comes back: the cards are disabled again by themselves, the first on {{time}}.',
  'confirm.retry.title_one': 'Retry {{count}} refused card?',
  'confirm.retry.title_other': 'Retry {{count}} refused cards?',
  'confirm.retry.do_one': 'Retry {{count}} card',
  'confirm.retry.do_other': 'Retry {{count}} cards',
} as const satisfies Record<string, string>
