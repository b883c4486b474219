import type { hold as english } from '../en/hold.ts'

export const hold = {
  'hold.title': 'Aus einer Sicherung wiederhergestellt',
  'hold.text': 'nichts wird gesendet, bis Sie es freigeben',
  'hold.release': 'Freigeben …',
  'hold.release.title': '{{environment}} freigeben?',
  'hold.release.do': '{{environment}} freigeben',
  'hold.release.sandbox': 'Zustellungen und Zeitpläne laufen ab hier weiter, mit allem, was seit der Sicherung wartet.',
  'hold.release.production':
    'Änderungen an den Anbieter, Zustellungen und Zeitpläne laufen ab hier weiter, mit allem, was seit der Sicherung wartet.',
  'hold.release.look': 'Sehen Sie vorher die Karten durch: Eine Änderung nach der Sicherung ist nicht enthalten.',
  'hold.planned': 'angehalten, bis Sie die Umgebung freigeben',
  'hold.released': '{{environment}} ist freigegeben',
  'notice.chain': 'Das Protokoll wurde geleert oder zurückgesetzt: {{chain}}',
  'notice.chain.text':
    'am {{time}} hatte es laut einem anderen Protokoll {{entries}} Einträge, die nicht mehr alle da sind. Prüfen Sie es unter Aktivität',
} as const satisfies Record<keyof typeof english, string>
