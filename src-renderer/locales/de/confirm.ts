import type { confirm as english } from '../en/confirm.ts'

export const confirm = {
  'confirm.enable.title': 'Karte {{number}} freischalten?',
  'confirm.enable.do': 'Karte {{number}} freischalten',
  'confirm.enable.sandbox':
    'Mit ihr können sofort wieder alle vier Kraftstoffe getankt werden. Es ist eine Testkarte: Kein Anbieter wird kontaktiert.',
  'confirm.enable.production':
    'Mit ihr können wieder alle vier Kraftstoffe getankt werden, sobald der Anbieter die Änderung annimmt.',
  'confirm.enable.reason': 'Grund der Sperrung:',
  'confirm.enableMany.sandbox_one':
    'Mit {{count}} Karte können sofort wieder alle vier Kraftstoffe getankt werden. Es ist eine Testkarte: Kein Anbieter wird kontaktiert.',
  'confirm.enableMany.sandbox_other':
    'Mit {{count}} Karten können sofort wieder alle vier Kraftstoffe getankt werden. Es sind Testkarten: Kein Anbieter wird kontaktiert.',
  'confirm.enableMany.production_one':
    'Mit {{count}} Karte können wieder alle vier Kraftstoffe getankt werden, sobald der Anbieter die Änderung annimmt.',
  'confirm.enableMany.production_other':
    'Mit {{count}} Karten können wieder alle vier Kraftstoffe getankt werden, sobald der Anbieter die Änderungen annimmt.',
  'confirm.undo.title_one': '{{count}} Karte wieder freischalten?',
  'confirm.undo.title_other': '{{count}} Karten wieder freischalten?',
  'confirm.undo.do_one': '{{count}} Karte wieder freischalten',
  'confirm.undo.do_other': '{{count}} Karten wieder freischalten',
  'confirm.undo.handedOver': 'Die neuen Karten, die an ihre Stelle traten, werden gesperrt.',
  'confirm.undo.changed': 'Karten, die inzwischen geändert wurden, bleiben, wie sie sind.',
  'confirm.undo.plan': 'Auch die Planung gilt wieder: Am {{time}} wird die Karte von selbst wieder gesperrt.',
  'confirm.undo.plans_one':
    'Für {{count}} davon gilt die Planung wieder: Am {{time}} wird die Karte von selbst wieder gesperrt.',
  'confirm.undo.plans_other':
    'Für {{count}} davon gilt die Planung wieder: Die Karten werden von selbst wieder gesperrt, die erste am {{time}}.',
  'confirm.retry.title_one': '{{count}} abgelehnte Karte erneut versuchen?',
  'confirm.retry.title_other': '{{count}} abgelehnte Karten erneut versuchen?',
  'confirm.retry.do_one': '{{count}} Karte erneut versuchen',
  'confirm.retry.do_other': '{{count}} Karten erneut versuchen',
} as const satisfies Record<keyof typeof english, string>
