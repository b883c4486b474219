import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JobOutcome } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import type { JobRow } from '../../../../../src-main/engine/kernel/jobs/job-store.ts'
import { portalLane } from '../../../../../src-main/engine/ledger/push-store.ts'
import type { PortalSource } from '../../../../../src-main/engine/sync/portals/portal-source.ts'
import {
  PortalError,
  type ChangeAnswer,
  type PortalChange,
  type ProviderPortal,
} from '../../../../../src-main/engine/sync/portals/portal.ts'
import { createPushHandler } from '../../../../../src-main/engine/sync/push/push-handler.ts'
import { cardPushes } from '../../../../support/portal/card-pushes.ts'
import { eventually } from '../../../../support/eventually.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LANE = portalLane(1)

let pushes: Awaited<ReturnType<typeof cardPushes>>
let pushing: ReturnType<typeof createPushHandler>
/** What the portal was asked, and what it answers. */
let submitted: { change: PortalChange; reference: string }[]
let asked: string[]
let answer: () => ChangeAnswer
let isConnected: boolean
let isHeld: boolean
let mayRun: () => Promise<boolean>
let troubles: [number, string][]

beforeEach(async () => {
  pushes = await cardPushes()
  submitted = []
  asked = []
  troubles = []
  answer = () => ({ state: 'done' })
  ;[isConnected, isHeld, mayRun] = [true, false, async () => true]
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => void vi.restoreAllMocks())
  const capabilities = { changes: ['disable'], bulkChanges: 1 } as never
  const portal: ProviderPortal = {
    capabilities: async () => capabilities,
    listCards: () => Promise.reject(new Error('Nothing is listed here')),
    submit: async (change, reference) => {
      submitted.push({ change, reference })
      return answer()
    },
    status: async (reference) => {
      asked.push(reference)
      return answer()
    },
    close: async () => {},
  }
  const source: PortalSource = {
    portalOf: async () => (isConnected ? portal : null),
    mayPush: async () => !isHeld,
    capabilitiesOf: async () => capabilities,
    onChange: () => () => {},
  }
  pushing = createPushHandler(pushes.core, {
    source,
    mayRun: () => mayRun(),
    onTrouble: (projectKey, message) => troubles.push([projectKey, message]),
  })
})

const fails =
  (...[kind, message, details]: ConstructorParameters<typeof PortalError>) =>
  () => {
    throw new PortalError(kind, message, details)
  }
/** One attempt, its outcome recorded and followed up. */
async function attempt(seq: number): Promise<Omit<JobOutcome, 'afterwards'>> {
  const record = await pushing.handler.attempt(
    { ...(await pushes.job(seq)), seq, project_key: 1 } as unknown as JobRow,
    new AbortController().signal,
    async () => true,
  )
  const { afterwards, ...outcome } = await pushes.change(record)
  afterwards?.()
  return outcome
}
const dueIn = async (seq: number) => Date.parse(String((await pushes.job(seq))?.['due_at'])) - Date.parse(pushes.at())
const handler = () => pushing.handler

describe('a push', () => {
  it('is sent with its reference and the id that the provider knows the card by', async () => {
    const seq = await pushes.push()
    const { reference } = (await pushes.job(seq)) ?? {}
    expect(await attempt(seq)).toEqual({ next: 'done' })
    expect(submitted).toEqual([{ change: { action: 'disable', providerCardId: 'PC-1' }, reference }])
    expect([asked, troubles]).toEqual([[], []])
    expect(await pushes.card()).toMatchObject({ sync_status: 'synced' })
  })

  it('that the provider has accepted is asked about, not sent again', async () => {
    const seq = await pushes.push({ provider_reference: 'theirs-1', accepted_at: pushes.at() })
    expect(await attempt(seq)).toEqual({ next: 'done' })
    expect([submitted, asked]).toEqual([[], ['theirs-1']])
  })

  it('that is gone is done', async () => {
    expect(await attempt(404)).toEqual({ next: 'done' })
    expect([submitted, asked]).toEqual([[], []])
  })

  it.each([
    ['the portal is disconnected', () => (isConnected = false)],
    ['the provider must be pulled first', () => (isHeld = true)],
  ])('keeps its place if %s after it was claimed', async (_, happen) => {
    const seq = await pushes.push()
    happen()
    expect(await attempt(seq)).toEqual({ next: 'again', dueAt: pushes.at(), error: null })
    expect(submitted).toEqual([])
  })

  it('keeps its place while the portal is given a pause', async () => {
    const [failing, waiting] = [await pushes.push(), await pushes.push({}, 2)]
    const dueAt = pushes.at()
    answer = fails('cannot_connect', 'Nothing can be reached')
    await attempt(failing)
    pushes.clock.advance(5 * SECOND - 1)
    expect(await attempt(waiting)).toEqual({ next: 'again', dueAt, error: null })
    expect(submitted).toHaveLength(1)
    pushes.clock.advance(1)
    answer = () => ({ state: 'done' })
    expect(await attempt(waiting)).toEqual({ next: 'done' })
  })

  it('that is refused is reported in the provider’s words', async () => {
    answer = () => ({ state: 'refused', code: '4102', message: 'Contract suspended' })
    expect(await attempt(await pushes.push())).toEqual({ next: 'kept' })
    expect(troubles).toEqual([[1, 'The provider refused a change: Contract suspended']])
    expect(await pushes.card()).toMatchObject({ sync_status: 'failed' })
  })

  it('waits longer after each failure, and as little as at first once it got an answer', async () => {
    const seq = await pushes.push()
    answer = fails('timeout', 'No answer in time')
    for (const seconds of [2, 4, 8]) {
      expect(await attempt(seq)).toEqual({ next: 'kept' })
      expect(await dueIn(seq)).toBe(seconds * SECOND)
    }
    // Of another one, the first.
    const other = await pushes.push({}, 2)
    await attempt(other)
    expect(await dueIn(other)).toBe(2 * SECOND)
    answer = () => ({ state: 'pending', reference: 'theirs-1' })
    pushing.forget(1)
    await attempt(seq)
    answer = fails('timeout', 'No answer in time')
    await attempt(seq)
    expect(await dueIn(seq)).toBe(2 * SECOND)
    expect(troubles).toEqual([])
  })

  it('that fails for a reason of ours is left to the runner', async () => {
    const seq = await pushes.push()
    const bug = new Error('A bug')
    answer = () => {
      throw bug
    }
    await expect(attempt(seq)).rejects.toBe(bug)
  })
})

describe('a push that has failed for a day', () => {
  const old = () => ({ failing_since: pushes.at(-DAY), attempt_count: 5 })

  it('is given up and reported, and counts its failures anew when a person retries it', async () => {
    const seq = await pushes.push()
    answer = fails('timeout', 'No answer in time')
    await attempt(seq)
    await pushes.set('job', old())
    expect(await attempt(seq)).toEqual({ next: 'kept', gaveUp: true })
    expect(troubles).toEqual([[1, 'No answer in time']])
    expect(await pushes.job(seq)).toMatchObject({ state: 'failed', failure: 'given_up' })
    await pushes.set('job', { state: 'queued', failure: null, failing_since: null, attempt_count: 0 })
    await attempt(seq)
    expect(await dueIn(seq)).toBe(2 * SECOND)
  })

  it('is not given up while the portal as a whole is in trouble that may pass', async () => {
    const seq = await pushes.push(old())
    answer = fails('cannot_connect', 'Nothing can be reached')
    expect(await attempt(seq)).toEqual({ next: 'kept' })
    expect(await pushes.job(seq)).toMatchObject({ state: 'queued' })
    expect(troubles).toEqual([])
  })
})

describe('a portal that is out of reach', () => {
  /** A push that is tried again and again, and never given up: its failures began in the future. */
  let tried: number
  beforeEach(async () => {
    tried = await pushes.push({ failing_since: pushes.at(10 * DAY) })
    answer = fails('cannot_connect', 'Nothing can be reached')
  })
  /** Fails, each time after the longest pause; after the tenth time the portal counts as lost. */
  async function fail(times: number) {
    for (let time = 0; time < times; time += 1) {
      pushes.clock.advance(10 * MINUTE)
      await attempt(tried)
    }
  }
  /** A change of the other card that was never tried. */
  const waiting = (dueIn: number) => pushes.push({ due_at: pushes.at(dueIn), state: 'queued' }, 2)
  const stateOf = async (seq: number) => (await pushes.job(seq))?.['state']
  /** Also of what is done in the background. */
  const written = async () => {
    for (let turn = 0; turn < 3; turn += 1) await pushes.core.database.write(async () => null)
  }

  it('for a day has every change given up that waited as long, even if it was never tried', async () => {
    const old = await waiting(-DAY + 100 * MINUTE)
    await fail(9)
    await written()
    expect(await stateOf(old)).toBe('queued')
    await fail(1)
    await eventually(async () => expect(await stateOf(old)).toBe('failed'))
    expect(await pushes.job(old)).toMatchObject({
      failure: 'given_up',
      error: 'Given up after 24 hours. The last attempt: Nothing can be reached',
    })
    expect(await stateOf(tried)).toBe('queued')
  })

  it('has nothing given up before it failed ten times in a row, however long it was silent', async () => {
    const old = await waiting(-2 * DAY)
    await fail(9)
    await written()
    expect(await stateOf(old)).toBe('queued')
  })

  it('has nothing given up that waited less', async () => {
    const young = await waiting(-DAY + 100 * MINUTE + 1)
    await fail(10)
    await written()
    expect(await stateOf(young)).toBe('queued')
  })

  it('has nothing given up within a day of its last answer', async () => {
    answer = () => ({ state: 'pending', reference: 'theirs' })
    await attempt(tried)
    answer = fails('cannot_connect', 'Nothing can be reached')
    const old = await waiting(-2 * DAY)
    await fail(10)
    pushes.clock.advance(DAY - 111 * MINUTE)
    await fail(1)
    await written()
    expect(await stateOf(old)).toBe('queued')
    await fail(1)
    await eventually(async () => expect(await stateOf(old)).toBe('failed'))
  })

  it('is looked through every half an hour', async () => {
    await fail(10)
    await written()
    const old = await waiting(-2 * DAY)
    await fail(2)
    await written()
    expect(await stateOf(old)).toBe('queued')
    await fail(1)
    await eventually(async () => expect(await stateOf(old)).toBe('failed'))
  })

  it('has nothing given up while no work may run, and a failure to do so is logged', async () => {
    const old = await waiting(-2 * DAY)
    mayRun = async () => false
    await fail(10)
    await written()
    expect(await stateOf(old)).toBe('queued')
    const log = vi.spyOn(pushes.core.logger, 'log')
    mayRun = () => Promise.reject(new Error('Unknown'))
    await fail(3)
    await eventually(() =>
      expect(log.mock.calls).toEqual([['error', 'overdue pushes could not be given up', { error: 'Error: Unknown' }]]),
    )
  })
})

describe('the pushes of a portal', () => {
  it('go one at a time until it is known, then three, and one while it is unwell', async () => {
    expect([handler().laneLimit(LANE), handler().ahead?.(LANE)]).toEqual([1, 2])
    await attempt(await pushes.push())
    expect([handler().laneLimit(LANE), handler().ahead?.(LANE)]).toEqual([3, 6])
    answer = fails('timeout', 'No answer in time')
    await attempt(await pushes.push())
    expect([handler().laneLimit(LANE), handler().ahead?.(LANE)]).toEqual([1, 0])
    pushing.forget(1)
    // Well again as far as known; what it can do at once is asked anew.
    expect([handler().laneLimit(LANE), handler().ahead?.(LANE)]).toEqual([1, 2])
  })

  it('are claimed at any time while it is well, after its pause, or never while it is closed', async () => {
    expect(await handler().claimableFrom?.(LANE)).toBe(0)
    answer = fails('cannot_connect', 'Nothing can be reached')
    await attempt(await pushes.push())
    expect(await handler().claimableFrom?.(LANE)).toBe(Date.parse(pushes.at(5 * SECOND)))
    isHeld = true
    expect(await handler().claimableFrom?.(LANE)).toBe(Number.POSITIVE_INFINITY)
    ;[isHeld, isConnected] = [false, false]
    expect(await handler().claimableFrom?.(LANE)).toBe(Number.POSITIVE_INFINITY)
  })

  it('share four hundred slots with those of other projects, all trusted, while work may run', async () => {
    expect(handler()).toMatchObject({ kind: 'push', maximumInFlight: 400, reservedForTrusted: 0 })
    expect(handler().isTrusted(LANE)).toBe(true)
    expect(await handler().mayRun()).toBe(true)
    mayRun = async () => false
    expect(await handler().mayRun()).toBe(false)
  })

  it('wait for new credentials once they are rejected, which is reported once', async () => {
    answer = fails('credentials', 'The credentials were rejected')
    const seq = await pushes.push()
    await attempt(seq)
    pushes.clock.advance(5 * MINUTE)
    await attempt(seq)
    expect(troubles).toEqual([[1, 'The credentials were rejected']])
  })
})
