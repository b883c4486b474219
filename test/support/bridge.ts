import { createBridge, type BridgeOptions } from '../../src-main/bridge/bridge.ts'
import { LOCAL, type BridgeHost, type Caller } from '../../src-main/bridge/bridge-host.ts'
import type { Card } from '../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import type { CallInput, CallName, CallOutput, CallResult, CrossedError } from '../../src-preload/contract.ts'
import { openTestEngine, type TestEngine } from './engine.ts'

export const PAGE: Caller = {
  audience: 'page',
  who: LOCAL,
  channel: 'app',
}
export const COMMAND_LINE: Caller = {
  audience: 'command-line',
  who: LOCAL,
  channel: 'cli',
}

export interface TestBridge {
  readonly test: TestEngine
  /** The value of a page's call that must succeed. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, caller?: Caller): Promise<CallOutput<Name>>
  /** What came of a call, as it crosses the bridge. */
  ask<Name extends CallName>(name: Name, input: CallInput<Name>, caller?: Caller): Promise<CallResult<Name>>
  /** The error of a refused call; null if it is not refused. */
  errorOf<Name extends CallName>(name: Name, input: CallInput<Name>, caller?: Caller): Promise<CrossedError | null>
  /** A project with that many mock cards in its sandbox. */
  fleet(cards: number, name?: string): Promise<{ projectId: string; environment: 'sandbox' }>
  /** Every card of a project, in order of creation. */
  cards(place: { projectId: string; environment: EnvironmentName }): Promise<Card[]>
  close(): Promise<void>
}

/** A bridge on an engine of its own, without any transport. */
export async function openTestBridge(
  options: Parameters<typeof openTestEngine>[0] & { host?: Partial<BridgeHost>; bridge?: Partial<BridgeOptions> } = {},
): Promise<TestBridge> {
  const { host, bridge: bridgeOptions, ...engineOptions } = options
  const test = await openTestEngine(engineOptions)
  const bridge = createBridge({
    engine: () => test.engine,
    host: {
      baseUrl: () => null,
      issueLoginLink: () => null,
      restore: () => Promise.reject(new Error('not in this test')),
      ...host,
    },
    ...bridgeOptions,
  })
  const made: TestBridge = {
    test,
    call: async (name, input, caller) => {
      const result = await made.ask(name, input, caller)
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
      return result.value
    },
    ask: async <Name extends CallName>(name: Name, input: CallInput<Name>, caller: Caller = PAGE) =>
      (await bridge.handle(name, input, caller)) as CallResult<Name>,
    errorOf: async (name, input, caller) => {
      const result = await made.ask(name, input, caller)
      return result.ok ? null : result.error
    },
    fleet: async (cards, name = 'Fleet') => {
      const { id } = await made.call('projects.create', { name })
      if (cards > 0) await made.call('cards.mock', { projectId: id, count: cards, seed: 5 })
      return { projectId: id, environment: 'sandbox' }
    },
    cards: async (place) => {
      const all: Card[] = []
      for (let page = 1; ; page++) {
        const { docs, total } = await made.call('cards.list', {
          ...place,
          query: { page, limit: 100, sortField: 'id', sortDirection: 'asc' },
        })
        all.push(...docs)
        if (all.length >= total || docs.length === 0) return all
      }
    },
    close: () => test.close(),
  }
  return made
}
