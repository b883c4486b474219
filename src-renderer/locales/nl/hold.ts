import type { hold as english } from '../en/hold.ts'

export const hold = {
  'hold.title': 'Teruggezet uit een back-up',
  'hold.text': 'er wordt niets verstuurd tot u de omgeving vrijgeeft',
  'hold.other': '{{environment}} blijft aangehouden tot u de omgeving vrijgeeft',
  'hold.release': 'Vrijgeven…',
  'hold.release.title': '{{environment}} vrijgeven?',
  'hold.release.do': '{{environment}} vrijgeven',
  'hold.release.sandbox':
    'Webhookafleveringen en schema’s worden hervat, met alles wat sinds de back-up heeft gewacht.',
  'hold.release.production':
    'Wijzigingen naar de aanbieder, webhookafleveringen en schema’s worden hervat, met alles wat sinds de back-up heeft gewacht.',
  'hold.release.look': 'Controleer eerst de kaarten: wijzigingen van na de back-up ontbreken.',
  'hold.planned': 'aangehouden tot u de omgeving vrijgeeft',
  'hold.released': '{{environment}} vrijgegeven',
  'notice.chain': 'Het auditlogboek is leeggemaakt of teruggezet: {{chain}}',
  'notice.chain.text':
    'op {{time}} legde een ander logboek {{entries}} regels ervan vast, en sommige ontbreken nu. Controleer het onder Activiteit',
  'approvals.waiting_one': '{{count}} aanvraag wacht op uw goedkeuring',
  'approvals.waiting_other': '{{count}} aanvragen wachten op uw goedkeuring',
  'approvals.show': 'Tonen',
  'approvals.needed': 'Dit vraagt een tweede persoon: een andere manager keurt het eerst goed.',
} as const satisfies Record<keyof typeof english, string>
