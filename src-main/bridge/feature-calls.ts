import type { CallName } from '../../src-preload/contract.ts'
import type { Feature } from '../domain/desk/policy.ts'

/** The calls that a policy turns off with each feature. The demo fleet is missing: no call creates it. */
const CALLS: Record<Exclude<Feature, 'demo'>, readonly CallName[]> = {
  console: ['console.run'],
  exports: [
    'cards.export',
    'cards.download',
    'bulk.download',
    'sync.download',
    'imports.download',
    'audit.export',
    'audit.download',
  ],
  restore: ['backup.restore', 'backup.restoreNamed'],
}

/** The feature that turns a call off. */
export const FEATURE_OF: ReadonlyMap<CallName, Feature> = new Map(
  Object.entries(CALLS).flatMap(([feature, calls]) => calls.map((call) => [call, feature as Feature])),
)
