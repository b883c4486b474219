import { onTestFinished } from 'vitest'
import type { PortalCard } from '../../../src-main/domain/sync/portal-protocol.ts'
import type { Faults, FaultsInput } from '../../../src-main/portal/faults.ts'
import { startPortal, type Portal, type PortalOptions } from '../../../src-main/portal/portal.ts'
import type { LoggedChange } from '../../../src-main/portal/store/change-store.ts'

interface PortalReply {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads into answers whose shape is what it tests
  body: any
}

/** A reference portal for a test, with the operations of its control endpoint. */
export interface TestPortal extends Portal {
  /** Sends a request of the protocol with the static token, unless the headers name another. */
  ask(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<PortalReply>
  setFaults(faults: FaultsInput): Promise<Faults>
  changes(): Promise<{ total: number; changes: LoggedChange[] }>
  requests(): Promise<{ total: number; byRoute: Record<string, Record<string, number>> }>
  card(providerCardId: string): Promise<PortalCard>
  changeCard(providerCardId: string, patch: object): Promise<PortalCard>
  addCards(count: number): Promise<void>
}

/** Starts one that is closed after the test. */
export async function startTestPortal(options: PortalOptions = {}): Promise<TestPortal> {
  const portal = await startPortal({ cards: 10, ...options })
  onTestFinished(() => portal.close())
  const ask: TestPortal['ask'] = async (method, path, { body, headers = {} } = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(portal.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${portal.staticToken}`, ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  const control = async (method: string, path: string, body?: unknown) => {
    const reply = await ask(method, `/control${path}`, {
      headers: { authorization: `Bearer ${portal.controlToken}` },
      ...(body === undefined ? {} : { body }),
    })
    if (reply.status !== 200)
      throw new Error(`The portal's control refused ${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  return {
    ...portal,
    ask,
    setFaults: (faults) => control('PUT', '/faults', faults),
    changes: () => control('GET', '/changes'),
    requests: () => control('GET', '/requests'),
    card: (providerCardId) => control('GET', `/cards/${providerCardId}`),
    changeCard: (providerCardId, patch) => control('PATCH', `/cards/${providerCardId}`, patch),
    addCards: async (count) => {
      await control('POST', '/cards', { count })
    },
  }
}

/** All cards, as the portal itself lists them. */
export async function listedCards(portal: TestPortal, query = ''): Promise<PortalCard[]> {
  const cards: PortalCard[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await portal.ask('GET', `/cards?${query}${at}`)
    cards.push(...(body.cards as PortalCard[]))
    cursor = body.nextCursor as string | null
  } while (cursor !== null)
  return cards
}
