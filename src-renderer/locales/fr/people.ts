import type { people as english } from '../en/people.ts'

export const people = {
  'action.person.invite': 'Invitation envoyée',
  'action.person.redeem': 'Invitation acceptée',
  'action.person.update': 'Nom, e-mail ou langue modifiés',
  'action.person.role': 'Rôle modifié',
  'action.person.administrator': 'Administration modifiée',
  'action.person.suspend': 'Accès suspendu',
  'action.person.resume': 'Accès rétabli',
  'action.person.reset': 'Nouveaux identifiants demandés',
  'action.session.end': 'Sessions terminées',
  'jobs.by': 'Lancé par {{name}}',
  'target.person': 'Personne',
  'change.personName': 'Nom',
  'change.email': 'E-mail',
  'change.role': 'Rôle',
  'change.isAdministrator': 'Administrateur',
  'change.state': 'État',
} satisfies Record<keyof typeof english, string>
