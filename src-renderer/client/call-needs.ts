import type { Needs } from '../../src-main/domain/people/needs.ts'
import { CONTRACT, type CallName } from '../../src-preload/contract.ts'

/**
 * What each call needs, as the contract says it. The build replaces this file by its outcome: with the contract, the
 * first screen would load the schemas of all calls.
 */
export const CALL_NEEDS = Object.fromEntries(
  Object.entries(CONTRACT).map(([name, { needs }]) => [name, needs]),
) as Record<CallName, Needs>
