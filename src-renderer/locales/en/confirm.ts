/** What is said before fuel flows again. */
export const confirm = {
  'confirm.enable.title': 'Enable card {{number}}?',
  'confirm.enable.do': 'Enable card {{number}}',
  'confirm.enable.sandbox': 'It works for all four fuels again at once. It is a mock card: no provider is contacted.',
  'confirm.enable.production': 'It works for all four fuels again as soon as the provider has accepted the change.',
  'confirm.enable.reason': 'Why it was disabled:',
  'confirm.enableMany.sandbox_one':
    '{{count}} card works for all four fuels again at once. It is a mock card: no provider is contacted.',
  'confirm.enableMany.sandbox_other':
    '{{count}} cards work for all four fuels again at once. They are mock cards: no provider is contacted.',
  'confirm.enableMany.production_one':
    '{{count}} card works for all four fuels again as soon as the provider has accepted the change.',
  'confirm.enableMany.production_other':
    '{{count}} cards work for all four fuels again as soon as the provider has accepted the changes.',
  'confirm.undo.title_one': 'Enable {{count}} card again?',
  'confirm.undo.title_other': 'Enable {{count}} cards again?',
  'confirm.undo.do_one': 'Enable {{count}} card again',
  'confirm.undo.do_other': 'Enable {{count}} cards again',
  'confirm.undo.changed': 'A card that was changed since stays as it is.',
  'confirm.retry.title_one': 'Try {{count}} refused card again?',
  'confirm.retry.title_other': 'Try {{count}} refused cards again?',
  'confirm.retry.do_one': 'Try {{count}} card again',
  'confirm.retry.do_other': 'Try {{count}} cards again',
} as const satisfies Record<string, string>
