import type { people as english } from '../en/people.ts'

export const people = {
  'action.person.invite': 'Eingeladen',
  'action.person.redeem': 'Einladung angenommen',
  'action.person.update': 'Name, E-Mail oder Sprache geändert',
  'action.person.role': 'Rolle geändert',
  'action.person.administrator': 'Administration geändert',
  'action.person.suspend': 'Gesperrt',
  'action.person.resume': 'Sperre aufgehoben',
  'action.person.reset': 'Neue Zugangsdaten angefordert',
  'action.session.end': 'Sitzungen beendet',
  'jobs.by': 'Gestartet von {{name}}',
  'target.person': 'Person',
  'change.personName': 'Name',
  'change.email': 'E-Mail',
  'change.role': 'Rolle',
  'change.isAdministrator': 'Administration',
  'change.state': 'Zustand',
} satisfies Record<keyof typeof english, string>
