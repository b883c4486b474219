import type { ConformanceName, ConformanceReport } from '../../../src-main/domain/sync/portal-conformance.ts'
import { runConformance } from '../../../src-main/engine/sync/portals/conformance/conformance.ts'
import type { PortalOptions } from '../../../src-main/portal/portal.ts'
import { startBrokenGateway, type Breach } from './broken-gateway.ts'
import { listedCards, startTestPortal, type TestPortal } from './portal.ts'
import { openedCaller, SIGNAL } from './rest-portal.ts'

/** Enough for everything a test portal does. */
const PATIENCE = { outcomeMs: 400, listedMs: 100 }

export interface Tried {
  portal: TestPortal
  /** The id of the test card. */
  id: string
  report: ConformanceReport
}

export interface TrialOptions extends PortalOptions {
  breach?: Breach
  auth?: 'oauth2' | 'bearer'
  /** The state of the test card. */
  status?: 'active' | 'inactive'
  signal?: AbortSignal
}

/** The reference portal, or a gateway in front of it, tested against the protocol. */
export async function tryConformance({
  breach,
  auth = 'oauth2',
  status = 'active',
  signal = SIGNAL,
  ...options
}: TrialOptions = {}): Promise<Tried> {
  const portal = await startTestPortal({ cards: 40, largestPage: 20, ...options })
  const id = (await listedCards(portal)).find((card) => card.status === status)?.providerCardId ?? ''
  const baseUrl = breach === undefined ? portal.baseUrl : await startBrokenGateway(portal, breach)
  return {
    portal,
    id,
    report: await runConformance(openedCaller(portal, { auth, baseUrl }), { testCard: id, signal, patience: PATIENCE }),
  }
}

export function inState(report: ConformanceReport, state: 'held' | 'broken' | 'skipped'): ConformanceName[] {
  return report.requirements.filter((one) => one.state === state).map(({ name }) => name)
}
