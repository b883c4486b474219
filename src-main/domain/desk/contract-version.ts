import { ServiceError } from '../errors.ts'

/**
 * The header in which an app and a service tell each other their version of the contract: the first two numbers of the
 * product's own, since a patch changes no call.
 */
export const CONTRACT_HEADER = 'x-fuelcard-contract'

/** For example `1.4` of the product's version `1.4.2-beta.1`. */
export function contractVersion(productVersion: string): string {
  return /^\d+\.\d+/.exec(productVersion)?.[0] ?? '0.0'
}

/**
 * How another side's version stands to one's own. One minor version apart works: the newer side offers more, and the
 * older one does without.
 */
export type Skew = 'same' | 'newer' | 'older' | 'too_new' | 'too_old'

/** How `other` stands to `own`; null if it is not a version. */
export function skewOf(own: string, other: string): Skew | null {
  const [mine, theirs] = [numbersOf(own), numbersOf(other)]
  if (mine === null || theirs === null) return null
  const steps = mine.major === theirs.major ? theirs.minor - mine.minor : (theirs.major - mine.major) * Infinity
  if (steps === 0) return 'same'
  if (steps > 1) return 'too_new'
  if (steps < -1) return 'too_old'
  return steps > 0 ? 'newer' : 'older'
}

/** @throws ServiceError `error.version_skew`, which says which side to update, unless the two can work together */
export function requireNear(versions: { app: string; service: string }): void {
  const skew = skewOf(versions.service, versions.app)
  if (skew === 'same' || skew === 'newer' || skew === 'older') return
  const which = skew === 'too_new' ? 'service' : 'app'
  throw new ServiceError(
    'error.version_skew',
    `The app has version ${versions.app}, the service ${versions.service}: update the ${which}`,
    { reason: `update_${which}` },
  )
}

function numbersOf(version: string): { major: number; minor: number } | null {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})$/.exec(version) ?? []
  return major === undefined ? null : { major: Number(major), minor: Number(minor) }
}
