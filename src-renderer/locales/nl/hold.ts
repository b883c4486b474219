import type { hold as english } from '../en/hold.ts'

export const hold = {
  'hold.title': 'Hersteld uit een back-up',
  'hold.text': 'er wordt niets verzonden tot u het vrijgeeft',
  'hold.release': 'Vrijgeven …',
  'hold.release.title': '{{environment}} vrijgeven?',
  'hold.release.do': '{{environment}} vrijgeven',
  'hold.release.sandbox': 'Webhookafleveringen en schema’s gaan hier verder, met alles wat sinds de back-up wacht.',
  'hold.release.production':
    'Wijzigingen naar de aanbieder, webhookafleveringen en schema’s gaan hier verder, met alles wat sinds de back-up wacht.',
  'hold.release.look': 'Kijk eerst de kaarten na: een wijziging van na de back-up zit er niet in.',
  'hold.planned': 'vastgehouden tot u de omgeving vrijgeeft',
  'hold.released': '{{environment}} is vrijgegeven',
  'notice.chain': 'Het auditlogboek is leeggemaakt of teruggezet: {{chain}}',
  'notice.chain.text':
    'op {{time}} telde een ander logboek er {{entries}} regels in, die er niet meer allemaal zijn. Controleer het onder Activiteit',
} as const satisfies Record<keyof typeof english, string>
