import type { LiveEvent, LiveEventName } from '../domain/desk/live-event.ts'
import { mayIn, type CallPerson } from '../domain/people/caller.ts'

/** Whom an event is for, beyond administrators; its project decides who else may see it. */
const AUDIENCE: Partial<Record<LiveEventName, 'everyone' | 'administrators'>> = {
  'project.changed': 'everyone',
  'key.changed': 'everyone',
  'settings.changed': 'everyone',
  'service.changed': 'everyone',
  'backup.ended': 'administrators',
  'place.asked': 'administrators',
}

/** Whether a person's event stream may carry an event. */
export function maySee(person: CallPerson, event: LiveEvent): boolean {
  if (person.isAdministrator) return true
  const audience = AUDIENCE[event.name]
  if (audience !== undefined) return audience === 'everyone'
  if (event.name === 'people.changed' || event.name === 'profile.changed') return event.data.personId === person.id
  if (event.name === 'request.logged') {
    const { projectId } = event.data.entry
    return projectId !== null && mayIn(person, projectId, 'manager')
  }
  return 'projectId' in event.data && mayIn(person, event.data.projectId, 'viewer')
}
