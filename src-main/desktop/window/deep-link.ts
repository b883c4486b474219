import { ENVIRONMENT_NAMES } from '../../domain/environment-name.ts'

export const LINK_SCHEME = 'fuelcard-desk'

const LONGEST_LINK = 500
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WORD = /^[a-z0-9_-]{1,40}$/
const SCREEN = /^[a-z]{1,20}$/

/** A link's parameters and their forms. None makes a screen do anything. */
const PARAMETERS: ReadonlyMap<string, RegExp> = new Map([
  ['project', UUID],
  ['card', UUID],
  ['status', WORD],
  ['sync', WORD],
  ['expires', WORD],
  ['search', /^[\p{L}\p{N} .-]{1,100}$/u],
])

/**
 * Reads a link such as `fuelcard-desk://open/sandbox/cards?status=active`. Anyone can put one in a mail or on a page,
 * so it only navigates, and a link with anything else in it is invalid.
 *
 * @returns the route, such as `/sandbox/cards?status=active`; null for an invalid link
 */
export function placeOfLink(address: string): string | null {
  const url = address.length <= LONGEST_LINK ? URL.parse(address) : null
  if (
    url === null ||
    url.protocol !== `${LINK_SCHEME}:` ||
    url.host !== 'open' ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    return null
  const [empty, environment, screen = '', ...rest] = url.pathname.split('/')
  if (
    empty !== '' ||
    rest.length > 0 ||
    !ENVIRONMENT_NAMES.some((name) => name === environment) ||
    !SCREEN.test(screen)
  )
    return null
  const named = new Set<string>()
  for (const [name, value] of url.searchParams) {
    if (named.has(name) || PARAMETERS.get(name)?.test(value) !== true) return null
    named.add(name)
  }
  const query = url.searchParams.toString()
  return `/${environment}/${screen}${query === '' ? '' : `?${query}`}`
}

/** The link among a second start's arguments, where systems pass it. */
export function linkIn(words: readonly string[]): string | null {
  return words.find((word) => word.startsWith(`${LINK_SCHEME}:`)) ?? null
}
