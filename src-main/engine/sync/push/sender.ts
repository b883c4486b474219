import type { Clock } from '../../../domain/clock.ts'
import type { PortalCapabilities } from '../../../domain/sync/portal-protocol.ts'
import { PortalError, type ChangeAnswer, type PortalChange, type ProviderPortal } from '../portals/portal.ts'
import type { PortalSource } from '../portals/portal-source.ts'
import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts'
import type { PortalHealth } from './portal-health.ts'

/** Sends changes one by one, or several in one request if the portal supports it. */
export interface Sender {
  /** @throws PortalError if the outcome of the change is unknown */
  send(projectKey: number, change: PortalChange, reference: string, signal: AbortSignal): Promise<ChangeAnswer>
  /** The state of a change that the provider accepted earlier. @throws PortalError */
  ask(projectKey: number, providerReference: string, signal: AbortSignal): Promise<ChangeAnswer>
  /** How many of a project's changes may be in flight. */
  mostAtOnce(projectKey: number): number
  /** Resets what is known about a portal, because its connection was replaced. */
  forget(projectKey: number): void
}

/** Parallel requests to one portal, which shares its connections with the pull. */
const REQUESTS_AT_ONCE = 3
const LARGEST_BATCH = 100
/**
 * After a bulk request failed as a whole, changes go one by one for a while, so that one of them cannot block others.
 */
const SINGLY_AFTER_REFUSAL_MS = 10 * 60_000
const SINGLY_AFTER_FAILURE_MS = 60_000

interface Entry {
  change: PortalChange
  reference: string
  signal: AbortSignal
  resolve(answer: ChangeAnswer): void
  reject(error: unknown): void
}

/** What is in flight to one portal. */
interface Traffic {
  /** How many changes one request may carry; 0 if unknown, 1 if the portal has no such request. */
  most: number
  waiting: Entry[]
  sending: boolean
  singlyUntil: number
  single: Semaphore
}

/** @param onTrouble called once when a portal rejects the credentials */
export function createSender(
  source: PortalSource,
  health: PortalHealth,
  onTrouble: (projectKey: number, error: PortalError) => void,
  wallClock: Clock,
): Sender {
  const traffics = new Map<number, Traffic>()
  const trafficOf = (projectKey: number): Traffic => {
    const known = traffics.get(projectKey)
    if (known !== undefined) return known
    const made: Traffic = {
      most: 0,
      waiting: [],
      sending: false,
      singlyUntil: 0,
      single: createSemaphore(REQUESTS_AT_ONCE),
    }
    traffics.set(projectKey, made)
    return made
  }
  const portalOf = async (projectKey: number): Promise<ProviderPortal> => {
    const portal = await source.portalOf(projectKey)
    if (portal === null) throw new PortalError('aborted', 'No portal is connected any more.')
    return portal
  }
  const noteFailure = (projectKey: number, error: unknown) => {
    if (error instanceof PortalError && health.failed(projectKey, error)) onTrouble(projectKey, error)
    return error
  }
  const request = async <Answer>(projectKey: number, work: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await work()
      health.succeeded(projectKey)
      return answer
    } catch (error) {
      throw noteFailure(projectKey, error)
    }
  }
  /** Usually cached, so success says nothing about the portal's state. */
  const capabilities = async (projectKey: number, signal: AbortSignal): Promise<PortalCapabilities> => {
    try {
      const said = await source.capabilitiesOf(projectKey, signal)
      trafficOf(projectKey).most = Math.min(Math.max(said.bulkChanges, 1), LARGEST_BATCH)
      return said
    } catch (error) {
      throw noteFailure(projectKey, error)
    }
  }
  const flush = async (projectKey: number): Promise<void> => {
    const traffic = trafficOf(projectKey)
    if (traffic.sending) return
    traffic.sending = true
    for (
      let entries = traffic.waiting.splice(0, traffic.most);
      entries.length > 0;
      entries = traffic.waiting.splice(0, Math.max(traffic.most, 1))
    ) {
      await sendTogether(projectKey, traffic, entries)
    }
    traffic.sending = false
  }
  const sendTogether = async (projectKey: number, traffic: Traffic, entries: readonly Entry[]): Promise<void> => {
    try {
      const signal = AbortSignal.any(entries.map((entry) => entry.signal))
      const answers = await request(
        projectKey,
        async () =>
          (await (await portalOf(projectKey)).submitMany?.(entries, signal)) ?? new Map<string, ChangeAnswer>(),
      )
      for (const { reference, resolve, reject } of entries) {
        const answer = answers.get(reference)
        if (answer === undefined)
          reject(new PortalError('unavailable', 'The portal did not say what became of the change.'))
        else resolve(answer)
      }
    } catch (error) {
      if (error instanceof PortalError) traffic.singlyUntil = wallClock.now().getTime() + (SINGLY_MS[error.kind] ?? 0)
      for (const { reject } of entries) reject(error)
    }
  }
  return {
    send: async (projectKey, change, reference, signal) => {
      const { changes, name = 'The portal' } = await capabilities(projectKey, signal)
      if (!changes.includes(change.action))
        return {
          state: 'refused',
          code: 'not_offered',
          message: `${name} does not take this kind of change (${change.action}).`,
        }
      const traffic = trafficOf(projectKey)
      const portal = await portalOf(projectKey)
      const together =
        traffic.most > 1 && portal.submitMany !== undefined && wallClock.now().getTime() >= traffic.singlyUntil
      if (!together)
        return traffic.single.run(() => request(projectKey, () => portal.submit(change, reference, signal)))
      return new Promise<ChangeAnswer>((resolve, reject) => {
        traffic.waiting.push({ change, reference, signal, resolve, reject })
        // Changes submitted in the same turn join this request.
        setImmediate(() => void flush(projectKey))
      })
    },
    ask: (projectKey, providerReference, signal) =>
      trafficOf(projectKey).single.run(() =>
        request(projectKey, async () => (await portalOf(projectKey)).status(providerReference, signal)),
      ),
    mostAtOnce: (projectKey) => {
      const traffic = traffics.get(projectKey)
      if (traffic === undefined || traffic.most === 0 || !health.isWell(projectKey)) return 1
      return traffic.most > 1 && wallClock.now().getTime() >= traffic.singlyUntil ? traffic.most : REQUESTS_AT_ONCE
    },
    forget: (projectKey) => {
      const traffic = traffics.get(projectKey)
      if (traffic !== undefined) Object.assign(traffic, { most: 0, singlyUntil: 0 })
    },
  }
}

const SINGLY_MS: Readonly<Record<string, number>> = {
  refused: SINGLY_AFTER_REFUSAL_MS,
  protocol: SINGLY_AFTER_REFUSAL_MS,
  too_large: SINGLY_AFTER_REFUSAL_MS,
  unavailable: SINGLY_AFTER_FAILURE_MS,
  timeout: SINGLY_AFTER_FAILURE_MS,
}
