import { beforeEach, describe, expect, it } from 'vitest'
import type { ProviderChange } from '../../../../../src-main/domain/card.ts'
import type { Drift } from '../../../../../src-main/domain/sync/reconcile.ts'
import { newUuid } from '../../../../../src-main/engine/kernel/ids.ts'
import { replaceDrift } from '../../../../../src-main/engine/sync/drift-store.ts'
import { createDriftInbox, type DriftInbox } from '../../../../../src-main/engine/sync/push/drift.ts'
import { CLERK } from '../../../../support/context.ts'
import { cardPushes } from '../../../../support/portal/card-pushes.ts'

const STATUS: Drift = { field: 'status', ours: 'inactive', theirs: 'active' }
const DIESEL: Drift = { field: 'authDiesel', ours: 'false', theirs: 'true' }
const PLATE: Drift = { field: 'licensePlate', ours: 'B-XY 12', theirs: 'THEIR 1' }

let pushes: Awaited<ReturnType<typeof cardPushes>>
let inbox: DriftInbox
let projectId: string

beforeEach(async () => {
  pushes = await cardPushes()
  inbox = createDriftInbox(pushes.core)
  projectId = await pushes.core.projectIdOf(1)
  // Ours, as the tests' differences say.
  await pushes.set('card', { status: 'inactive', license_plate: 'B-XY 12', driver: 'Ada' })
})

const idOf = async (number = 1) => (await pushes.card(number)).id
const differ = async (drift: Drift[], number = 1) => {
  const id = await idOf(number)
  await pushes.change((transaction) => replaceDrift(transaction, id, drift, pushes.core.clock.now()))
}
const resolve = async (resolution: 'ours' | 'theirs', number = 1) =>
  inbox.resolve(projectId, { cardIds: [await idOf(number)] }, resolution, CLERK)
const RESOLVED = { resolved: 1, refused: [] }
/** The pushes there are, with what they ask for. */
const queued = async () =>
  (await pushes.all('job')).map(({ state, payload }) => ({
    state,
    change: JSON.parse(String(payload)) as ProviderChange,
  }))
const audited = async (action: string) =>
  (await pushes.all('audit_entry')).filter((entry) => entry['action'] === action)
const events = async () => (await pushes.all('event')).map(({ name }) => name).filter((name) => name !== 'card.created')

describe('the differences of a project', () => {
  const list = (known: Partial<Parameters<DriftInbox['list']>[1]> = {}) =>
    inbox.list(projectId, { page: 1, limit: 10, ...known })

  it('are listed with their cards, in the order of the cards', async () => {
    await differ([STATUS, PLATE], 2)
    await pushes.set('card', { sync_status: 'failed', sync_error_message: 'No' })
    pushes.clock.advance(1_000)
    await differ([DIESEL])
    const [first, second] = [await pushes.card(), await pushes.card(2)]
    expect(await list()).toEqual({
      docs: [
        {
          cardId: first.id,
          cardNumber: '7002000000000000001',
          licensePlate: 'B-XY 12',
          driver: 'Ada',
          syncStatus: 'failed',
          syncErrorMessage: 'No',
          seenAt: pushes.at(),
          fields: [DIESEL],
        },
        expect.objectContaining({
          cardId: second.id,
          seenAt: pushes.at(-1_000),
          fields: expect.arrayContaining([STATUS, PLATE]) as unknown,
        }),
      ],
      total: 2,
    })
  })

  it('come page by page, or of one card', async () => {
    for (const number of [1, 2]) await differ([STATUS], number)
    expect(await list({ page: 2, limit: 1 })).toMatchObject({ docs: [{ cardId: await idOf(2) }], total: 2 })
    expect(await list({ cardId: await idOf(2) })).toMatchObject({ docs: [{ cardId: await idOf(2) }], total: 1 })
    await resolve('theirs', 2)
    expect(await list({ cardId: await idOf(2) })).toEqual({ docs: [], total: 0 })
  })

  it('are none of another project’s, nor of an unknown one', async () => {
    await differ([STATUS])
    const other = newUuid()
    const otherKey = await pushes.change((transaction) => pushes.core.projectKey(transaction, other))
    expect(otherKey).not.toBe(1)
    for (const stranger of [other, newUuid()])
      expect(await inbox.list(stranger, { page: 1, limit: 10 })).toEqual({ docs: [], total: 0 })
  })

  it('are resolved for all its cards at once when none is named', async () => {
    for (const number of [1, 2]) await differ([STATUS], number)
    expect(await inbox.resolve(projectId, {}, 'theirs', CLERK)).toEqual({ resolved: 2, refused: [] })
    expect(await pushes.all('drift')).toEqual([])
    expect(await list()).toEqual({ docs: [], total: 0 })
  })

  it.each(['ours', 'theirs'] as const)('cannot be resolved with %s where there is none', async (resolution) => {
    const unknown = newUuid()
    expect(await inbox.resolve(projectId, { cardIds: [await idOf(), unknown] }, resolution, CLERK)).toEqual({
      resolved: 0,
      refused: [
        {
          cardId: await idOf(),
          code: 'error.validation',
          message: expect.any(String) as string,
          details: [
            {
              field: 'cardId',
              message: 'Nothing is known that the provider has otherwise; synchronise first',
              problem: { code: 'nothing_differs' },
            },
          ],
        },
        { cardId: unknown, code: 'error.card_not_found', message: expect.any(String) as string, details: undefined },
      ],
    })
  })
})

describe('a difference resolved with ours', () => {
  it('replaces the refused change and those held after it by what leads from theirs to ours', async () => {
    const failed = await pushes.push({ state: 'failed', failure: 'refused' })
    await pushes.push({}, 1, { action: 'update', driver: 'Ada' })
    await pushes.set('card', { sync_status: 'failed', sync_error_message: 'No' })
    await differ([STATUS])
    pushes.clock.advance(1_000)
    expect(await resolve('ours')).toEqual(RESOLVED)
    expect(await queued()).toEqual([
      { state: 'queued', change: { action: 'update', driver: 'Ada' } },
      { state: 'waiting', change: { action: 'disable' } },
    ])
    expect(await pushes.job(failed)).toBeUndefined()
    expect(await pushes.all('job')).toMatchObject([{ created_at: pushes.at() }, { due_at: pushes.at() }])
    expect(await pushes.all('drift')).toEqual([])
    expect(await pushes.card()).toMatchObject({ status: 'inactive', sync_status: 'pending', sync_error_message: null })
    expect(await audited('card.push_again')).toMatchObject([{ target_id: await idOf(), channel: CLERK.channel }])
  })

  it('replaces changes that a restore has held back', async () => {
    await pushes.push({ state: 'held' })
    await differ([STATUS])
    expect(await resolve('ours')).toEqual(RESOLVED)
    expect(await queued()).toEqual([{ state: 'queued', change: { action: 'disable' } }])
  })

  it('queues what leads from theirs to ours where nothing is pending', async () => {
    await differ([PLATE, STATUS])
    expect(await resolve('ours')).toEqual(RESOLVED)
    expect(await queued()).toEqual([
      { state: 'queued', change: { action: 'update', licensePlate: 'B-XY 12' } },
      { state: 'waiting', change: { action: 'disable' } },
    ])
  })

  it.each(['queued', 'running', 'waiting'])('leaves a change that is %s; an order is exported again', async (state) => {
    const seq = await pushes.push({ state, exported_at: pushes.at() })
    await differ([STATUS])
    expect(await resolve('ours')).toEqual(RESOLVED)
    expect(await pushes.all('job')).toMatchObject([{ seq, state, exported_at: null }])
    expect(await pushes.all('drift')).toEqual([])
  })
})

describe('a difference resolved with theirs', () => {
  it('takes their values, drops our changes, and is audited and published', async () => {
    await pushes.push({ state: 'failed', failure: 'refused' })
    await pushes.push({}, 1, { action: 'update', driver: 'Ada' })
    const untouched = await pushes.push({}, 2)
    await pushes.set('card', { auth_lpg: 1, auth_gasoline: 1 })
    await differ([STATUS, PLATE, DIESEL, { field: 'authGasoline', ours: 'true', theirs: 'false' }])
    pushes.clock.advance(1_000)
    expect(await resolve('theirs')).toEqual(RESOLVED)
    expect(await pushes.card()).toMatchObject({
      status: 'active',
      license_plate: 'THEIR 1',
      // What they were not known to have otherwise stays.
      driver: 'Ada',
      auth_gasoline: 0,
      auth_diesel: 1,
      auth_lpg: 1,
      auth_heating_oil: 0,
      sync_status: 'synced',
      last_synced_at: pushes.at(),
    })
    expect((await pushes.all('job')).map(({ seq }) => seq)).toEqual([untouched])
    expect(await pushes.all('drift')).toEqual([])
    expect(await audited('card.accept_theirs')).toMatchObject([{ target_id: await idOf(), channel: CLERK.channel }])
    expect(await events()).toEqual(['card.enabled', 'card.updated'])
  })

  it.each([
    ['is being sent', { state: 'running' }],
    ['was accepted for later', { provider_reference: 'theirs-1' }],
  ])('waits for the outcome of a change that %s', async (_, known) => {
    const seq = await pushes.push(known)
    await pushes.push()
    await differ([STATUS])
    expect(await resolve('theirs')).toEqual({
      resolved: 0,
      refused: [
        {
          cardId: await idOf(),
          code: 'error.unavailable',
          message: 'A change of this card is being sent to the provider; try again when its outcome is known',
          details: undefined,
        },
      ],
    })
    expect(await pushes.job(seq)).toMatchObject(known)
    expect(await pushes.all('drift')).toHaveLength(1)
    expect(await pushes.card()).toMatchObject({ status: 'inactive' })
  })
})
