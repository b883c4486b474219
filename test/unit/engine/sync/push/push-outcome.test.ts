import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EnvironmentCore, EnvironmentTransaction } from '../../../../../src-main/engine/kernel/environment-core.ts'
import { recordPush } from '../../../../../src-main/engine/ledger/record-push.ts'
import { PortalError, type ChangeAnswer } from '../../../../../src-main/engine/sync/portals/portal.ts'
import {
  giveUpUnsentSince,
  recordAnswer,
  recordFailure,
} from '../../../../../src-main/engine/sync/push/push-outcome.ts'
import type { FakeClock } from '../../../../support/clock.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { cardPushes } from '../../../../support/portal/card-pushes.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const EVEN = 0.5

let pushes: Awaited<ReturnType<typeof cardPushes>>
let core: EnvironmentCore
let clock: FakeClock
let published: string[]

beforeEach(async () => {
  pushes = await cardPushes()
  ;({ core, clock } = pushes)
  published = []
  core.database.onChanges((notes) =>
    published.push(...notes.map((note) => (note.about === 'work' ? `work ${note.kind}` : note.about))),
  )
})

const at = (ms = 0) => pushes.at(ms)
const change = <Result>(work: (transaction: EnvironmentTransaction) => Promise<Result>) => pushes.change(work)
const all = (table: 'card' | 'job' | 'event' | 'provider') => pushes.all(table)
const card = (number = 1) => pushes.card(number)
const job = (seq: number) => pushes.job(seq)
const push = (known: Record<string, unknown> = {}, number = 1) => pushes.push(known, number)
const events = async () =>
  (await all('event')).map(({ name }) => name).filter((name) => String(name).startsWith('card.sync'))

const answer = (seq: number, given: ChangeAnswer) =>
  change((transaction) => recordAnswer(core, transaction, seq, given))
const fail = (
  seq: number,
  error: PortalError,
  { failures = 1, mayGiveUp = true }: { failures?: number; mayGiveUp?: boolean } = {},
) => change((transaction) => recordFailure(core, transaction, seq, error, { failures, mayGiveUp, random: EVEN }))
const timeout = new PortalError('timeout', 'No answer in time')

describe('a change that is made', () => {
  it('puts its card in sync, and leaves nothing', async () => {
    const seq = await push()
    clock.advance(SECOND)
    expect(await answer(seq, { state: 'done' })).toEqual({ next: 'done' })
    expect(await card()).toMatchObject({ sync_status: 'synced', last_synced_at: at() })
    expect(await events()).toEqual(['card.synced'])
  })

  it('lets the next one of its card go out, and of no other', async () => {
    const [first, second, third] = [await push(), await push(), await push()]
    const other = await push({ state: 'waiting' }, 2)
    clock.advance(SECOND)
    published = []
    expect(await answer(first, { state: 'done' })).toEqual({ next: 'done' })
    expect(await job(second)).toMatchObject({ state: 'queued', due_at: at() })
    expect(await job(third)).toMatchObject({ state: 'waiting' })
    expect(await job(other)).toMatchObject({ state: 'waiting' })
    expect(await card()).toMatchObject({ sync_status: 'pending' })
    expect(published).toContain('work push')
    expect(await events()).toEqual([])
  })

  it('of a card that was removed meanwhile changes nothing', async () => {
    const seq = await push()
    await change((transaction) =>
      transaction.run(transaction.build.updateTable('job').set({ card_id: null }).where('seq', '=', seq)),
    )
    expect(await answer(seq, { state: 'refused', code: '1', message: 'No' })).toEqual({ next: 'done' })
    expect(await fail(seq, timeout)).toEqual({ next: 'done' })
    expect(await answer(seq + 1, { state: 'done' })).toEqual({ next: 'done' })
    expect(await card()).toMatchObject({ sync_status: 'pending' })
  })
})

describe('a change that is refused', () => {
  it.each([
    ['the provider’s words', 'Contract suspended', 'Contract suspended'],
    ['its code, without words', '', '4102'],
  ])('fails its card with %s, and holds the changes after it', async (_, message, shown) => {
    const [seq, next] = [await push({ sent_at: at(-HOUR), lost_references: 2 }), await push()]
    const other = await push({ state: 'waiting' }, 2)
    expect(await answer(seq, { state: 'refused', code: '4102', message })).toEqual({ next: 'kept' })
    expect(await card()).toMatchObject({ sync_status: 'failed', sync_error_message: shown })
    expect(await job(seq)).toMatchObject({
      state: 'failed',
      failure: 'refused',
      error: shown,
      sent_at: at(-HOUR),
      lost_references: 2,
    })
    expect(await job(next)).toMatchObject({ state: 'held' })
    expect(await job(other)).toMatchObject({ state: 'waiting' })
    expect(await events()).toEqual(['card.sync_failed'])
    // The provider keeps the old value: no list of changes would ever show it.
    expect(await all('provider')).toMatchObject([{ last_portal_time: null }])
  })
})

describe('a change that is accepted for later', () => {
  const accepted = (retryAfterSeconds?: number): ChangeAnswer => ({
    state: 'pending',
    reference: 'ref-1',
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

  it('is asked about after two seconds, with the reference that the provider gave', async () => {
    const seq = await push({ error: 'Busy', failing_since: at(-HOUR), lost_references: 1 })
    expect(await answer(seq, accepted())).toEqual({ next: 'kept' })
    expect(await job(seq)).toMatchObject({
      state: 'queued',
      due_at: at(2 * SECOND),
      error: null,
      provider_reference: 'ref-1',
      accepted_at: at(),
      sent_at: at(),
      failing_since: null,
      lost_references: 1,
    })
    expect(await card()).toMatchObject({ sync_status: 'pending' })
  })

  it('is asked about more rarely the longer it takes, and not before the provider wants', async () => {
    const seq = await push({ accepted_at: at(-400 * SECOND), sent_at: at(-HOUR) })
    await answer(seq, accepted())
    expect(await job(seq)).toMatchObject({
      due_at: at(100 * SECOND),
      accepted_at: at(-400 * SECOND),
      sent_at: at(-HOUR),
    })
    await answer(seq, accepted(300))
    expect(await job(seq)).toMatchObject({ due_at: at(300 * SECOND) })
  })

  it('is given up after a day without an outcome, and not before', async () => {
    const seq = await push({ accepted_at: at(-DAY + 1), sent_at: at(-DAY) })
    await answer(seq, accepted())
    expect(await job(seq)).toMatchObject({ state: 'queued' })
    clock.advance(1)
    expect(await answer(seq, accepted())).toEqual({ next: 'kept' })
    expect(await job(seq)).toMatchObject({
      state: 'failed',
      failure: 'given_up',
      error: 'The provider took the change, but has not said within 24 hours whether it was made.',
      sent_at: at(-DAY - 1),
    })
  })
})

describe('a change whose outcome is unknown', () => {
  it('is sent again after two seconds, then ever later', async () => {
    const seq = await push()
    const since = at()
    expect(await fail(seq, timeout)).toEqual({ next: 'kept' })
    expect(await job(seq)).toMatchObject({
      state: 'queued',
      due_at: at(2 * SECOND),
      error: 'No answer in time',
      sent_at: since,
      failing_since: since,
      provider_reference: null,
      accepted_at: null,
      lost_references: 0,
    })
    clock.advance(HOUR)
    await fail(seq, timeout, { failures: 4 })
    expect(await job(seq)).toMatchObject({ due_at: at(16 * SECOND), sent_at: since, failing_since: since })
    await fail(seq, new PortalError('rate_limited', 'Slower', { retryAfterSeconds: 90 }))
    expect(await job(seq)).toMatchObject({ due_at: at(90 * SECOND), error: 'Slower' })
  })

  it.each([
    ['credentials', 'The credentials were rejected', 'The credentials were rejected'],
    ['aborted', 'Stopped', null],
  ] as const)('because of %s keeps its place, and counts as neither sent nor failing', async (kind, message, error) => {
    const seq = await push({ attempt_count: 9 })
    expect(await fail(seq, new PortalError(kind, message))).toEqual({ next: 'kept' })
    expect(await job(seq)).toMatchObject({ state: 'queued', due_at: at(), error, sent_at: null, failing_since: null })
    const tried = await push(
      { sent_at: at(-2 * DAY), failing_since: at(-2 * DAY), attempt_count: 9, state: 'queued' },
      2,
    )
    expect(await fail(tried, new PortalError(kind, message))).toEqual({ next: 'kept' })
    expect(await job(tried)).toMatchObject({ state: 'queued', sent_at: at(-2 * DAY), failing_since: at(-2 * DAY) })
  })

  it('is given up after a day of five attempts at least, in words', async () => {
    const seq = await push({ failing_since: at(-DAY), sent_at: at(-DAY), attempt_count: 5, lost_references: 1 })
    expect(await fail(seq, timeout)).toEqual({ next: 'kept', gaveUp: true })
    const error = 'Given up after 24 hours. The last attempt: No answer in time'
    expect(await job(seq)).toMatchObject({
      state: 'failed',
      failure: 'given_up',
      error,
      sent_at: at(-DAY),
      lost_references: 1,
    })
    expect(await card()).toMatchObject({ sync_status: 'failed', sync_error_message: error })
  })

  it('that was never sent before is sent from now on, even if it is given up', async () => {
    const seq = await push({ failing_since: at(-DAY), attempt_count: 5 })
    expect(await fail(seq, timeout)).toMatchObject({ gaveUp: true })
    expect(await job(seq)).toMatchObject({ sent_at: at() })
  })

  it.each([
    ['for less than a day', { failing_since: -DAY + 1, attempt_count: 5 }, true],
    ['in fewer than five attempts', { failing_since: -2 * DAY, attempt_count: 4 }, true],
    ['while the portal’s trouble may pass', { failing_since: -2 * DAY, attempt_count: 5 }, false],
  ])('is not given up %s', async (_, { failing_since, attempt_count }, mayGiveUp) => {
    const seq = await push({ failing_since: at(failing_since), attempt_count })
    expect(await fail(seq, timeout, { mayGiveUp })).toEqual({ next: 'kept' })
    expect(await job(seq)).toMatchObject({ state: 'queued' })
  })

  it('and that was accepted a day ago is given up with the first failure', async () => {
    const young = await push({ accepted_at: at(-DAY + 1), provider_reference: 'ref', attempt_count: 5 })
    expect(await fail(young, timeout)).toEqual({ next: 'kept' })
    expect(await job(young)).toMatchObject({ provider_reference: 'ref', accepted_at: at(-DAY + 1) })
    const old = await push({ accepted_at: at(-DAY), provider_reference: 'ref', attempt_count: 5, state: 'queued' }, 2)
    expect(await fail(old, timeout)).toEqual({ next: 'kept', gaveUp: true })
  })
})

describe('a reference that the provider no longer knows', () => {
  const unknown = new PortalError('refused', 'No change has this reference')

  it('is forgotten, and the change sent again, later with each round', async () => {
    const seq = await push({ provider_reference: 'ref', accepted_at: at(-HOUR), sent_at: at(-HOUR) })
    expect(await fail(seq, unknown)).toEqual({ next: 'kept' })
    expect(await job(seq)).toMatchObject({
      state: 'queued',
      provider_reference: null,
      accepted_at: at(-HOUR),
      lost_references: 1,
      // As after two failures.
      due_at: at(4 * SECOND),
      error: 'No change has this reference',
    })
    await change((transaction) =>
      transaction.run(transaction.build.updateTable('job').set({ provider_reference: 'ref' }).where('seq', '=', seq)),
    )
    await fail(seq, unknown)
    expect(await job(seq)).toMatchObject({ lost_references: 2, due_at: at(16 * SECOND) })
    // Longer if it has failed even more often.
    await fail(seq, timeout, { failures: 6 })
    expect(await job(seq)).toMatchObject({ lost_references: 2, due_at: at(64 * SECOND) })
  })

  it('is given up with the fifth, in words', async () => {
    const seq = await push({ provider_reference: 'ref', lost_references: 4, sent_at: at(-HOUR) })
    expect(await fail(seq, unknown)).toEqual({ next: 'kept', gaveUp: true })
    expect(await job(seq)).toMatchObject({
      state: 'failed',
      failure: 'given_up',
      lost_references: 5,
      sent_at: at(-HOUR),
      error: expect.stringMatching(/^Given up: the provider took the change 5 times, .* is not known\.$/) as string,
    })
  })

  it('is not lost by a refusal of a change that has none, nor by another failure', async () => {
    const seq = await push({ lost_references: 1 })
    await fail(seq, unknown)
    expect(await job(seq)).toMatchObject({ lost_references: 1 })
    const known = await push({ provider_reference: 'ref', state: 'queued' }, 2)
    await fail(known, timeout)
    expect(await job(known)).toMatchObject({ lost_references: 0, provider_reference: 'ref' })
  })
})

describe('changes that could not be sent since a time', () => {
  const since = () => new Date(clock.now().getTime() - DAY)
  const giveUp = (goOn: () => Promise<boolean> = async () => true) =>
    giveUpUnsentSince(core, 1, since(), 'Nothing can be reached', goOn)

  it('are given up, those that failed or were due by then, each with those after it', async () => {
    const failing = await push({ failing_since: at(-DAY), due_at: at(HOUR), sent_at: at(-2 * DAY) })
    const after = await push()
    const due = await push({ due_at: at(-DAY), state: 'queued' }, 2)
    await giveUp()
    const error = 'Given up after 24 hours. The last attempt: Nothing can be reached'
    expect(await job(failing)).toMatchObject({ state: 'failed', failure: 'given_up', error, sent_at: at(-2 * DAY) })
    expect(await job(after)).toMatchObject({ state: 'held' })
    expect(await job(due)).toMatchObject({ state: 'failed', error, sent_at: null })
    expect(await card(2)).toMatchObject({ sync_status: 'failed', sync_error_message: error })
    expect(await events()).toEqual(['card.sync_failed', 'card.sync_failed'])
  })

  it('are left alone if they began later, or are not waiting to be sent', async () => {
    const later = await push({ failing_since: at(-DAY + 1), due_at: at(-2 * DAY) })
    const running = await push({ due_at: at(-2 * DAY), state: 'running' }, 2)
    await giveUp()
    expect(await job(later)).toMatchObject({ state: 'queued' })
    expect(await job(running)).toMatchObject({ state: 'running' })
  })

  it.each([
    ['all at once if they fit into a slice', 0, 2],
    ['in as many slices as it takes', 3, 3],
  ])('are given up %s', async (_, msEach, slices) => {
    for (const number of [1, 2]) await push({ due_at: at(-2 * DAY), state: 'queued' }, number)
    let lookedAt = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (lookedAt += msEach))
    onTestFinished(() => void vi.restoreAllMocks())
    let asked = 0
    await giveUp(async () => (asked += 1) > 0)
    expect((await all('job')).map(({ state }) => state)).toEqual(['failed', 'failed'])
    // Before each slice, which is longer over a server, and before the last look, which finds none.
    expect(asked).toBe(OVER_POSTGRES ? 2 : slices)
  })

  it('are given up however many there are', async () => {
    await pushes.apply({
      cards: Array.from({ length: 201 }, (_, index) => ({
        cardNumber: `70020000000001${String(index).padStart(5, '0')}`,
        providerCardId: `PC-${index + 3}`,
      })),
    })
    const { id: last } = await card(203)
    const cards = (await all('card')) as { id: string }[]
    await change(async (transaction) => {
      for (const { id: cardId } of cards)
        await recordPush(transaction, { projectKey: 1, cardId, change: { action: 'disable' }, createdAt: at(-2 * DAY) })
    })
    await giveUp()
    expect((await all('job')).filter(({ state }) => state !== 'failed')).toEqual([])
    expect(await all('job')).toContainEqual(expect.objectContaining({ card_id: last, failure: 'given_up' }))
  })

  it('are left alone once the work is to end', async () => {
    const seq = await push({ due_at: at(-2 * DAY) })
    await giveUp(async () => false)
    expect(await job(seq)).toMatchObject({ state: 'queued' })
  })
})
