import { CONFORMANCE, type ConformanceReport } from '../../../../domain/sync/portal-conformance.ts'
import { PortalError } from '../portal.ts'
import type { Caller } from '../rest/caller.ts'
import { checkAccess } from './access-checks.ts'
import { Breach, createBench } from './bench.ts'
import { checkChanges, checkRefusals } from './change-checks.ts'
import { checkDelta } from './delta-checks.ts'
import { openGateway, PATIENCE, type Patience } from './gateway.ts'
import { checkListing } from './listing-checks.ts'
import { findTestCard } from './test-card.ts'

export interface ConformanceOptions {
  /** The provider's ID of the card to try changes on; null to try none. */
  testCard: string | null
  signal: AbortSignal
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined
  patience?: Patience
}

/**
 * Tests a gateway against the portal protocol. Changes only the test card, and restores it.
 *
 * @throws ServiceError `error.validation` for a test card that is missing or unsuitable, before anything is changed
 * @throws PortalError `aborted`
 */
export async function runConformance(
  caller: Caller,
  { testCard, signal, onProgress, patience = PATIENCE }: ConformanceOptions,
): Promise<ConformanceReport> {
  const bench = createBench((done) => onProgress?.({ done, total: Object.keys(CONFORMANCE).length }))
  const gateway = openGateway(caller, patience, signal)
  let restored: boolean | null = null
  const capabilities = await checkAccess(bench, gateway)
  const listing = capabilities === null ? null : await checkListing(bench, gateway, capabilities)
  if (capabilities !== null && listing !== null) {
    const card = testCard === null ? null : findTestCard(gateway, listing, capabilities.largestPage, testCard)
    await checkRefusals(bench, gateway)
    if (card === null) bench.skip(CHANGES, 'No test card was chosen.')
    else {
      try {
        await checkChanges(bench, gateway, capabilities, card).catch(unlessCancelled)
      } finally {
        // Even if the run was cancelled.
        const own = openGateway(caller, patience, AbortSignal.timeout(RESTORED_WITHIN_MS))
        restored = await findTestCard(own, listing, capabilities.largestPage, card.found.providerCardId).restore()
      }
    }
    await checkDelta(
      bench,
      gateway,
      capabilities,
      listing,
      card === null || restored === null ? null : await card.read().catch(() => null),
    )
  }
  const requirements = bench.results()
  return { held: requirements.every(({ state }) => state !== 'broken'), requirements, testCard, restored }
}

const RESTORED_WITHIN_MS = 5 * 60_000

const CHANGES = [
  'change',
  'outcome',
  'reference',
  'key_outcome',
  'same_answer',
  'encoded_id',
  'acts_once',
  'key_mismatch',
  'already',
  'at_once',
  'update',
  'bulk',
] as const

/** Swallows an error between two requirements: the remaining ones are then reported as not tried. */
function unlessCancelled(error: unknown): void {
  if (error instanceof Breach || (error instanceof PortalError && error.kind !== 'aborted')) return
  throw error
}
