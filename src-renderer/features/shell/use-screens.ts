import type { Person } from '../../../src-main/domain/people/person.ts'
import { useRights } from '../../client/rights.tsx'
import { SCREENS, type RailScreen } from '../../place.ts'

/** The screens to lead to. Who works alone finds *People* in the settings, and only administrators look after them. */
export function useScreens(): readonly RailScreen[] {
  const { person } = useRights()
  const isTeam = person?.isAdministrator === true && !worksAlone(person)
  return SCREENS.filter((screen) => screen !== 'people' || isTeam)
}

/** Who works at the computer itself gives an address before inviting others. */
function worksAlone({ isLocal, email }: Person): boolean {
  return isLocal && email === null
}
