/** People: what the audit log says about them. */
export const people = {
  'action.person.invite': 'Invited',
  'action.person.redeem': 'Invitation accepted',
  'action.person.update': 'Name, e-mail or language changed',
  'action.person.role': 'Role changed',
  'action.person.administrator': 'Administration changed',
  'action.person.suspend': 'Suspended',
  'action.person.resume': 'Resumed',
  'action.person.reset': 'New credentials requested',
  'action.session.end': 'Sessions ended',
  'jobs.by': 'Started by {{name}}',
  'target.person': 'Person',
  'change.personName': 'Name',
  'change.email': 'E-mail',
  'change.role': 'Role',
  'change.isAdministrator': 'Administrator',
  'change.state': 'State',
} as const satisfies Record<string, string>
