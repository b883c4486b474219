import { describe, expect, it, onTestFinished } from 'vitest'
import { bulkRequestSchema } from '../../../../src-main/domain/cards/bulk.ts'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { clockOffsetMs, loadClockOffset } from '../../../../src-main/engine/kernel/sandbox-clock.ts'
import { CLERK } from '../../../support/context.ts'
import { newDatabase } from '../../../support/core.ts'
import { eventually } from '../../../support/eventually.ts'
import { openTwoInstances } from '../../../support/instances.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const HOUR_MS = 60 * 60 * 1000

const offsetAt = (engine: Engine) => engine.environment('sandbox').sandboxClock?.offsetMs()
const advance = (engine: Engine, ms: number) => engine.environment('sandbox').sandboxClock?.advance(ms, CLERK)

/** The live events of an instance, from now on. */
function heardAt(engine: Engine): LiveEvent[] {
  const heard: LiveEvent[] = []
  onTestFinished(engine.onLive((event) => heard.push(event)))
  return heard
}

async function sandboxFleet(engine: Engine): Promise<string> {
  const { id } = await engine.projects.create('Fleet', CLERK)
  await engine.environment('sandbox').mockCards?.create(id, { count: 60 }, CLERK)
  return id
}

const EVERYTHING = { page: 1, limit: 10, sortField: 'createdAt' } as const
const DISABLE = bulkRequestSchema.parse({
  selection: { kind: 'query', query: { status: 'active' } },
  command: { type: 'disable' },
})

describe('settings that one instance changes', () => {
  it('apply at the other, and those who follow them there hear of it once', async () => {
    const { here, there } = await openTwoInstances()
    const followed: number[] = []
    there.settings.onChange(({ rateLimits }) => followed.push(rateLimits.sandbox))
    await here.settings.update({ rateLimits: { sandbox: 7 } }, CLERK)
    await eventually(() => expect(there.settings.current().rateLimits.sandbox).toBe(7))
    expect(followed).toEqual([7])
  })

  it('leave alone what was given to the other at its start', async () => {
    const { here, there } = await openTwoInstances({ fixedSettings: { api: { port: 4999 } } })
    await here.settings.update({ api: { port: 4123 }, language: 'nl' }, CLERK)
    await eventually(() => expect(there.settings.current().language).toBe('nl'))
    expect(there.settings.current().api.port).toBe(4999)
  })
})

describe('the sandbox clock', () => {
  it('is felt at the other instance as soon as it has moved', async () => {
    const { here, there } = await openTwoInstances()
    await advance(here, HOUR_MS)
    await eventually(() => expect(offsetAt(there)).toBe(HOUR_MS))
    await there.environment('sandbox').sandboxClock?.reset(CLERK)
    await eventually(() => expect(offsetAt(here)).toBe(0))
  })

  it('moves by the sum of what both instances move it', async () => {
    const { here, there } = await openTwoInstances()
    await Promise.all([advance(here, HOUR_MS), advance(there, 2 * HOUR_MS)])
    await eventually(() => expect([offsetAt(here), offsetAt(there)]).toEqual([3 * HOUR_MS, 3 * HOUR_MS]))
  })

  it('stays where its newest move has put it, though the note of an older one comes later', async () => {
    const database = await newDatabase('sandbox', temporaryFolder())
    await loadClockOffset(database)
    const hear = (hours: number, move?: number) =>
      database.write(async (transaction) => transaction.note({ about: 'clock', offsetMs: hours * HOUR_MS, move }))
    await hear(3, 2)
    await hear(1, 1)
    expect(clockOffsetMs(database)).toBe(3 * HOUR_MS)
    await hear(4, 3)
    expect(clockOffsetMs(database)).toBe(4 * HOUR_MS)
    // Of an instance of an earlier version.
    await hear(5)
    expect(clockOffsetMs(database)).toBe(5 * HOUR_MS)
    await hear(6, 4)
    expect(clockOffsetMs(database)).toBe(6 * HOUR_MS)
  })
})

describe('a project that one instance removes', () => {
  it('is gone at the other, which knew its short key', async () => {
    const { here, there } = await openTwoInstances()
    const id = await sandboxFleet(here)
    const listed = async () => (await there.environment('sandbox').cards.list(id, EVERYTHING)).total
    expect(await listed()).toBe(60)
    await here.deleteProject(id, 'Fleet', CLERK)
    expect(await listed()).toBe(0)
    expect(await there.environment('sandbox').bulk.list(id)).toEqual([])
  })
})

describe('a bulk command', () => {
  it('is watched to its end at an instance that does not run it', async () => {
    const { here, there } = await openTwoInstances()
    const id = await sandboxFleet(here)
    const heard = heardAt(there)
    const job = await here.environment('sandbox').bulk.start(id, DISABLE, CLERK)
    const ended = await there.environment('sandbox').bulk.finished(job.id)
    expect(ended).toMatchObject({ state: 'done', failed: 0 })
    await eventually(() =>
      expect(heard).toContainEqual(
        expect.objectContaining({
          name: 'job.progressed',
          data: expect.objectContaining({
            job: expect.objectContaining({ id: job.id, state: 'done' }) as object,
          }) as object,
        }),
      ),
    )
  })

  it('is undone once, however many instances are asked at a time', async () => {
    const { here, there } = await openTwoInstances()
    const id = await sandboxFleet(here)
    const job = await here.environment('sandbox').bulk.start(id, DISABLE, CLERK)
    await here.environment('sandbox').bulk.finished(job.id)
    const undone = await Promise.all(
      [here, there].map((engine) => engine.environment('sandbox').bulk.undo(job.id, CLERK)),
    )
    expect(new Set(undone.map(({ id }) => id)).size).toBe(1)
    expect(await here.environment('sandbox').bulk.list(id)).toHaveLength(2)
  })
})

describe('a live event', () => {
  it('that no transaction carries reaches the pages of every instance', async () => {
    const { here, there } = await openTwoInstances()
    const [near, far] = [heardAt(here), heardAt(there)]
    const event: LiveEvent = {
      name: 'work.progressed',
      data: { projectId: 'p', environment: 'sandbox', id: 'up_1', done: 3, total: 9 },
    }
    here.publishLive({ ...event, data: { ...event.data, done: 2 } })
    here.publishLive(event)
    await eventually(() => expect([near, far]).toEqual([[event], [event]]))
  })

  it('of an answered request comes with its row, which every instance lists', async () => {
    const { here, there } = await openTwoInstances()
    const heard = heardAt(there)
    const entry = {
      id: 'r1',
      time: '2026-03-14T15:09:26Z',
      method: 'GET',
      path: '/v1/projects',
      status: 200,
      durationMs: 1,
      keyId: null,
      keyName: null,
      projectId: null,
      environment: null,
      ignored: null,
      refusal: null,
    }
    here.requests.note(entry)
    await eventually(() => expect(heard).toEqual([{ name: 'request.logged', data: { entry } }]))
    expect(await there.requests.list({ page: 1, limit: 10 })).toEqual({ docs: [entry], total: 1 })
  })
})
