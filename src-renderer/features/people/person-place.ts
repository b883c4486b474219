import type { Person } from '../../../src-main/domain/people/person.ts'
import type { PageCallName } from '../../../src-preload/contract.ts'
import { useAppStore } from '../../app-store.ts'
import { text } from '../../locales/messages.ts'

/** What a change of a person outdates. */
export const CHANGED: readonly PageCallName[] = ['people.list', 'people.sessions', 'profile.get', 'audit.list']

/** A person's name, or words in its place. */
export function nameOf({ name, isNamed }: Pick<Person, 'name' | 'isNamed'>): string {
  return isNamed ? name : text('people.unnamed')
}

/** Opens a person over the list; back closes them. */
export function openPerson(personId: string): void {
  useAppStore.getState().show({ person: personId }, true)
}

export function closePerson(): void {
  useAppStore.getState().show({})
}

/**
 * Why a person has to stay an administrator, as the service decides it: they work at its machine, or nobody else could
 * sign in as one.
 */
export function mustStay(person: Person, people: readonly Person[]): 'local' | 'last' | null {
  if (person.isLocal) return 'local'
  if (!person.isAdministrator || person.state !== 'active') return null
  const others = people.some(
    ({ id, isAdministrator, state, email }) =>
      id !== person.id && isAdministrator && state === 'active' && email !== null,
  )
  return others ? null : 'last'
}
