import type { ChangeNote } from '../../database/change-notes.ts'

/** Announces that a person's name, role, membership or state changed: their event streams are cut. */
export function peopleChanged(personId: string): ChangeNote {
  return { about: 'event', event: { name: 'people.changed', data: { personId } } }
}
