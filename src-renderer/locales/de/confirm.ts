import type { confirm as english } from '../en/confirm.ts'

export const confirm = {
  'confirm.enable.title': 'Karte {{number}} freischalten?',
  'confirm.enable.do': 'Karte {{number}} freischalten',
  'confirm.enable.sandbox':
    'Sie gilt sofort wieder für alle vier Kraftstoffe. Es ist eine Testkarte: Kein Anbieter wird angesprochen.',
  'confirm.enable.production':
    'Sie gilt wieder für alle vier Kraftstoffe, sobald der Anbieter die Änderung angenommen hat.',
  'confirm.enable.reason': 'Warum sie gesperrt wurde:',
  'confirm.enableMany.sandbox_one':
    '{{count}} Karte gilt sofort wieder für alle vier Kraftstoffe. Es ist eine Testkarte: Kein Anbieter wird angesprochen.',
  'confirm.enableMany.sandbox_other':
    '{{count}} Karten gelten sofort wieder für alle vier Kraftstoffe. Es sind Testkarten: Kein Anbieter wird angesprochen.',
  'confirm.enableMany.production_one':
    '{{count}} Karte gilt wieder für alle vier Kraftstoffe, sobald der Anbieter die Änderung angenommen hat.',
  'confirm.enableMany.production_other':
    '{{count}} Karten gelten wieder für alle vier Kraftstoffe, sobald der Anbieter die Änderungen angenommen hat.',
  'confirm.undo.title_one': '{{count}} Karte wieder freischalten?',
  'confirm.undo.title_other': '{{count}} Karten wieder freischalten?',
  'confirm.undo.do_one': '{{count}} Karte wieder freischalten',
  'confirm.undo.do_other': '{{count}} Karten wieder freischalten',
  'confirm.undo.changed': 'Eine Karte, die seitdem geändert wurde, bleibt, wie sie ist.',
  'confirm.retry.title_one': '{{count}} abgelehnte Karte erneut versuchen?',
  'confirm.retry.title_other': '{{count}} abgelehnte Karten erneut versuchen?',
  'confirm.retry.do_one': '{{count}} Karte erneut versuchen',
  'confirm.retry.do_other': '{{count}} Karten erneut versuchen',
} as const satisfies Record<keyof typeof english, string>
