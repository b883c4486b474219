import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import type { EngineOptions } from '../../../../src-main/engine/engine-options.ts'
import type { Sync } from '../../../../src-main/engine/sync/sync.ts'
import { fakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { openTwoInstances } from '../../../support/instances.ts'
import { BY_HAND, connectionTo } from '../../../support/portal/connected.ts'
import { startTestPortal } from '../../../support/portal/portal.ts'

/** A project of a hundred cards whose pull has read three pages of five, and then waits for the portal. */
async function pullUnderWay(options: Partial<EngineOptions> = {}) {
  const portal = await startTestPortal({ cards: 100, largestPage: 20 })
  const { here, there } = await openTwoInstances(options)
  const { id: projectId } = await here.projects.create('Fleet', CLERK)
  await syncOf(here).providers.set(projectId, connectionTo(portal), BY_HAND, CLERK)
  await portal.setFaults({ routes: ['cards'], afterRequests: 3, latencyMs: 600_000 })
  const { id } = await syncOf(here).pull(projectId, {}, CLERK)
  const running = async (engine: Engine) => (await syncOf(engine).state(projectId)).running
  await eventually(async () => expect(await running(here)).toMatchObject({ id, created: 60 }))
  return { portal, here, there, projectId, id, running }
}

function syncOf(engine: Engine): Sync {
  const { sync } = engine.environment('production')
  if (sync === null) throw new Error('production has no synchronisation')
  return sync
}

describe('a pull', () => {
  it('is seen at the other instance, which joins it instead of beginning another', async () => {
    const { there, projectId, id, running } = await pullUnderWay()
    expect(await running(there)).toMatchObject({ id, state: 'running', created: 60 })
    expect(await syncOf(there).pull(projectId, {}, CLERK)).toMatchObject({ id })
  })

  it('is cancelled from the other instance, and waited for there', async () => {
    const { here, there, projectId, id } = await pullUnderWay()
    const waited = syncOf(there).wait(projectId, id, {})
    expect(await syncOf(there).cancel(projectId, CLERK)).toBe(true)
    const ended = { id, state: 'cancelled', error: 'Cancelled', created: 60 }
    expect(await waited).toMatchObject(ended)
    expect(await syncOf(here).wait(projectId, id, {})).toMatchObject(ended)
    expect(await syncOf(there).cancel(projectId, CLERK)).toBe(false)
  })

  it('shows its progress on the pages of the other instance', async () => {
    const portal = await startTestPortal({ cards: 100, largestPage: 20 })
    const { here, there } = await openTwoInstances()
    const heard: LiveEvent[] = []
    onTestFinished(there.onLive((event) => heard.push(event)))
    const { id: projectId } = await here.projects.create('Fleet', CLERK)
    await syncOf(here).providers.set(projectId, connectionTo(portal), BY_HAND, CLERK)
    const { id } = await syncOf(here).pull(projectId, {}, CLERK)
    await eventually(() =>
      expect(heard).toContainEqual({
        name: 'sync.progressed',
        data: { projectId, run: expect.objectContaining({ id, state: 'completed', created: 100 }) as object },
      }),
    )
  })

  it('keeps an import at the other instance waiting for its turn', async () => {
    const { there, projectId } = await pullUnderWay()
    const file = join(temporaryFolder(), 'a.csv')
    writeFileSync(file, 'Card number;Status\n782521009000153701;active\n')
    const imported = () => there.environment('production').imports.run(projectId, { file, apply: true }, CLERK)
    await expect(imported()).rejects.toMatchObject({ code: 'error.validation' })
    await syncOf(there).cancel(projectId, CLERK)
    expect(await imported()).toMatchObject({ create: 1 })
  })

  it('ends when the other instance removes its connection', async () => {
    const { there, projectId, id } = await pullUnderWay()
    await syncOf(there).providers.remove(projectId, CLERK)
    expect(await syncOf(there).wait(projectId, id, {})).toMatchObject({
      state: 'cancelled',
      error: 'Cancelled: the connection was changed',
    })
  })

  it('is left alone by an instance that starts, or looks for runs to resume', async () => {
    const { there, running, id } = await pullUnderWay()
    await syncOf(there).resume()
    expect(await running(there)).toMatchObject({ id, state: 'running' })
  })

  it('goes on at the other instance when its own is no longer heard of, which then writes nothing more', async () => {
    const wallClock = fakeClock()
    const { portal, here, there, projectId, id } = await pullUnderWay({ wallClock })
    // As if the first had stood still: its claim has ended, and it does not know.
    wallClock.advance(11_000)
    await portal.setFaults({})
    await syncOf(there).resume()
    const ended = await syncOf(there).wait(projectId, id, {})
    expect(ended).toMatchObject({ id, state: 'completed', created: 100 })
    await syncOf(here).stop()
    expect(await syncOf(there).wait(projectId, id, {})).toEqual(ended)
  })
})
