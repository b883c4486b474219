import {
  CONFORMANCE,
  type ConformanceName,
  type ConformanceResult,
} from '../../../../domain/sync/portal-conformance.ts'
import { PortalError } from '../portal.ts'

/** A requirement is broken; the message says why, and quotes no values except IDs, codes and times. */
export class Breach extends Error {}

/** A requirement could not be tried. */
export class NotTried extends Error {}

/** Collects one verdict per requirement. */
export interface Bench {
  /** Checks one requirement. @returns the result of `work`, or null if it is broken or could not be tried */
  check<Result>(name: ConformanceName, work: () => Promise<Result>): Promise<{ value: Result } | null>
  skip(names: readonly ConformanceName[], reason: string): void
  /** All requirements; those never tried say so. */
  results(): ConformanceResult[]
}

/** @param onJudged called with the number of checked requirements */
export function createBench(onJudged: (judged: number) => void): Bench {
  const judged = new Map<ConformanceName, Pick<ConformanceResult, 'state' | 'reason'>>()
  const set = (name: ConformanceName, state: ConformanceResult['state'], reason: string | null) => {
    judged.set(name, { state, reason })
    onJudged(judged.size)
  }
  return {
    check: async (name, work) => {
      try {
        const value = await work()
        set(name, 'held', null)
        return { value }
      } catch (error) {
        if (error instanceof PortalError && error.kind === 'aborted') throw error
        if (error instanceof NotTried) set(name, 'skipped', error.message)
        else if (error instanceof Breach || error instanceof PortalError) set(name, 'broken', error.message)
        else throw error
        return null
      }
    },
    skip: (names, reason) => {
      for (const name of names) if (!judged.has(name)) set(name, 'skipped', reason)
    },
    results: () =>
      (Object.keys(CONFORMANCE) as ConformanceName[]).map((name) => ({
        name,
        requirement: CONFORMANCE[name],
        ...(judged.get(name) ?? { state: 'skipped' as const, reason: 'It needs one of those above that is not held.' }),
      })),
  }
}
