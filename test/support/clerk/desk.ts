import type { Caller } from '../../../src-main/bridge/bridge-host.ts'
import type { Card } from '../../../src-main/domain/card.ts'
import type { CallInput, CallName, CallOutput } from '../../../src-preload/contract.ts'
import { openTestBridge, PAGE, type TestBridge } from '../bridge.ts'
import { fakeClock, type FakeClock } from '../engine.ts'
import { bring } from '../team/people.ts'

export const PEOPLE = ['Anna', 'Ben'] as const
export type Somebody = (typeof PEOPLE)[number]

type Answer<Name extends CallName> =
  | { value: CallOutput<Name>; refusal: null }
  /** The reason, or else the code of the error. */
  | { value: null; refusal: string }

/** A project in a service, as the people of an office have it in their pages. */
export interface Desk {
  readonly bridge: TestBridge
  readonly clock: FakeClock
  readonly place: { projectId: string; environment: 'sandbox' }
  ask<Name extends CallName>(by: Somebody, name: Name, input: CallInput<Name>): Promise<Answer<Name>>
  /** The value of a call that must succeed. */
  call<Name extends CallName>(by: Somebody, name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  card(cardId: string): Promise<Card>
}

export interface Office {
  /** One more project for the same people. */
  desk(name: string): Promise<Desk>
  close(): Promise<void>
}

/** A service with a wall clock that only tests move, and two administrators. */
export async function openOffice(): Promise<Office> {
  const clock = fakeClock()
  const bridge = await openTestBridge({ wallClock: clock })
  const callers = new Map<Somebody, Caller>()
  for (const [index, name] of PEOPLE.entries()) {
    const personId = await bring(bridge.test.engine, { name, isAdministrator: true })
    const sessionId = `00000000-0000-4000-8000-00000000000${index}`
    callers.set(name, { ...PAGE, who: { kind: 'signed-in', personId, sessionId } })
  }
  return {
    desk: async (name) => {
      const place = await bridge.fleet(0, name)
      const desk: Desk = {
        bridge,
        clock,
        place,
        ask: async (by, call, input) => {
          const result = await bridge.ask(call, input, callers.get(by))
          return result.ok
            ? { value: result.value, refusal: null }
            : { value: null, refusal: result.error.reason ?? result.error.code }
        },
        call: (by, call, input) => bridge.call(call, input, callers.get(by)),
        card: (cardId) => bridge.call('cards.get', { ...place, cardId }),
      }
      return desk
    },
    close: () => bridge.close(),
  }
}
