import type { hold as english } from '../en/hold.ts'

export const hold = {
  'hold.title': 'Aus einer Sicherung wiederhergestellt',
  'hold.text': 'bis zur Freigabe wird nichts gesendet',
  'hold.other': '{{environment}} bleibt bis zur Freigabe angehalten',
  'hold.release': 'Freigeben …',
  'hold.release.title': '{{environment}} freigeben?',
  'hold.release.do': '{{environment}} freigeben',
  'hold.release.sandbox':
    'Webhook-Zustellungen und Zeitpläne laufen weiter, einschließlich allem, was seit der Sicherung gewartet hat.',
  'hold.release.production':
    'Änderungen an den Anbieter, Webhook-Zustellungen und Zeitpläne laufen weiter, einschließlich allem, was seit der Sicherung gewartet hat.',
  'hold.release.look': 'Prüfen Sie vorher die Karten: Änderungen nach der Sicherung sind nicht enthalten.',
  'hold.planned': 'angehalten, bis Sie die Umgebung freigeben',
  'hold.released': '{{environment}} freigegeben',
  'notice.chain': 'Das Protokoll wurde geleert oder zurückgesetzt: {{chain}}',
  'notice.chain.text':
    'am {{time}} hat ein anderes Protokoll {{entries}} Einträge darin vermerkt, von denen jetzt welche fehlen. Prüfen Sie es unter „Aktivität“',
  'approvals.waiting_one': '{{count}} Anfrage wartet auf Ihre Freigabe',
  'approvals.waiting_other': '{{count}} Anfragen warten auf Ihre Freigabe',
  'approvals.show': 'Anzeigen',
  'approvals.needed': 'Das braucht eine zweite Person: Eine andere Fuhrparkleitung gibt es zuerst frei.',
} as const satisfies Record<keyof typeof english, string>
