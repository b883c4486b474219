import type { ChangeNote } from '../../database/change-notes.ts'

/** Announces that a person's role, membership or state changed: their event streams are cut. */
export function peopleChanged(personId: string): ChangeNote {
  return { about: 'event', event: { name: 'people.changed', data: { personId } } }
}

/** Announces that a person's name, e-mail address, language or theme changed, which cuts nothing. */
export function profileChanged(personId: string): ChangeNote {
  return { about: 'event', event: { name: 'profile.changed', data: { personId } } }
}
