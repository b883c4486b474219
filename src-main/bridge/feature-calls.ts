import type { CallName } from '../../src-preload/contract.ts'
import type { Feature } from '../domain/desk/policy.ts'

/** The calls that a policy turns off with a feature; the demo fleet is made without a call. */
const CALLS: Record<Exclude<Feature, 'demo'>, readonly CallName[]> = {
  console: ['console.run'],
  exports: ['cards.export', 'cards.download', 'bulk.download', 'sync.download', 'audit.export', 'audit.download'],
  restore: ['backup.restore', 'backup.restoreNamed'],
}

/** The feature that a call belongs to, as far as an administrator can turn it off. */
export const FEATURE_OF: ReadonlyMap<CallName, Feature> = new Map(
  Object.entries(CALLS).flatMap(([feature, calls]) => calls.map((call) => [call, feature as Feature])),
)
