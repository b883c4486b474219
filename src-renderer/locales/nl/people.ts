import type { people as english } from '../en/people.ts'

export const people = {
  'action.person.invite': 'Uitgenodigd',
  'action.person.redeem': 'Uitnodiging aangenomen',
  'action.person.update': 'Naam, e-mail of taal gewijzigd',
  'action.person.role': 'Rol gewijzigd',
  'action.person.administrator': 'Beheer gewijzigd',
  'action.person.suspend': 'Geblokkeerd',
  'action.person.resume': 'Gedeblokkeerd',
  'action.person.reset': 'Nieuwe inloggegevens gevraagd',
  'action.session.end': 'Sessies beëindigd',
  'jobs.by': 'Gestart door {{name}}',
  'target.person': 'Persoon',
  'change.personName': 'Naam',
  'change.email': 'E-mailadres',
  'change.role': 'Rol',
  'change.isAdministrator': 'Beheerder',
  'change.state': 'Status',
} satisfies Record<keyof typeof english, string>
