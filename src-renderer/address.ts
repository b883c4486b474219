import { ENVIRONMENTS, PAGES, type Params, type Place } from './place.ts'

/** Writes a place into the address's fragment: `#/sandbox/cards?status=active&project=…`. */
export function hashOf({ projectId, environment, screen, params }: Place): string {
  const query = new URLSearchParams({ ...params, ...(projectId === null ? {} : { project: projectId }) }).toString()
  return `#/${environment}/${screen}${query === '' ? '' : `?${query}`}`
}

/** Reads it back; null if the fragment names no place. */
export function placeOf(hash: string): Place | null {
  const [path = '', query = ''] = hash.replace(/^#\//, '').split('?', 2)
  const [first, second] = path.split('/')
  const environment = ENVIRONMENTS.find((name) => name === first)
  const screen = PAGES.find((name) => name === second)
  if (environment === undefined || screen === undefined) return null
  const { project = null, ...params }: Params & { project?: string | null } = Object.fromEntries(
    new URLSearchParams(query),
  )
  return { projectId: project, environment, screen, params }
}
