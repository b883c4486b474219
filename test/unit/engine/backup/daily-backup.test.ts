import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import { createDailyBackup, type DailyBackup } from '../../../../src-main/engine/backup/daily-backup.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { createControlCore } from '../../../../src-main/engine/kernel/control-core.ts'
import { silentLogger } from '../../../../src-main/engine/kernel/ports.ts'
import { dataKeyFrom } from '../../../../src-main/engine/kernel/secrets/data-key.ts'
import { openDatabase } from '../../../../src-main/database/sqlite/open-database.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import type { ControlSchema } from '../../../../src-main/database/schema.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const HOUR_MS = 60 * 60 * 1000

let clock: FakeClock
let engine: Engine

beforeEach(async () => {
  clock = fakeClock()
  // Without the service's own daily backup: the test triggers it.
  const opened = await openTestEngine({ wallClock: clock, runsWork: false })
  engine = opened.engine
  return () => opened.close()
})

/** The engine's daily backup with its notices, on a control database of its own. */
function daily(backups: Parameters<typeof createDailyBackup>[0]['backups'] = engine.backups): {
  backup: DailyBackup
  told: LiveEvent[]
  failures: () => Promise<number>
} {
  const file = `${temporaryFolder()}/control.sqlite`
  prepareFile(file, 'control', () => {})
  const control = openDatabase<ControlSchema>({ file })
  const core = createControlCore(control, dataKeyFrom(Buffer.alloc(32, 7)), clock)
  const told: LiveEvent[] = []
  const backup = createDailyBackup({
    core,
    backups,
    settings: engine.settings,
    wallClock: clock,
    live: { publish: (event) => told.push(event) },
    logger: silentLogger,
  })
  onTestFinished(async () => {
    await backup.stop()
    await control.close()
  })
  return {
    backup,
    told,
    failures: async () =>
      (await control.all(control.build.selectFrom('audit_entry').select('reason').where('action', '=', 'backup.fail')))
        .length,
  }
}

test('one is made each day while it is enabled, and none before', async () => {
  const { backup, told } = daily()
  await backup.check()
  expect(engine.backups.list()).toEqual([])
  await engine.settings.update({ backup: { daily: true } }, CLERK)
  await backup.check()
  clock.advance(23 * HOUR_MS)
  await backup.check()
  expect(engine.backups.list()).toMatchObject([{ automatic: true }])
  clock.advance(HOUR_MS)
  await backup.check()
  expect(engine.backups.list()).toHaveLength(2)
  expect(told).toEqual([
    { name: 'backup.ended', data: { problem: null } },
    { name: 'backup.ended', data: { problem: null } },
  ])
})

test('the configured number is kept; manual ones always stay', async () => {
  await engine.settings.update({ backup: { daily: true, keep: 2 } }, CLERK)
  const manual = await engine.backups.create()
  const { backup } = daily()
  for (let day = 0; day < 4; day += 1) {
    await backup.check()
    clock.advance(24 * HOUR_MS)
  }
  const kept = engine.backups.list()
  expect(kept.map(({ automatic }) => automatic)).toEqual([true, true, false])
  expect(kept.at(-1)?.name).toBe(manual.name)
})

test('a failure is reported and recorded, and tried again an hour later', async () => {
  await engine.settings.update({ backup: { daily: true } }, CLERK)
  let tries = 0
  const { backup, told, failures } = daily({
    list: () => [],
    create: () => {
      tries += 1
      return Promise.reject(new Error('The disk is full'))
    },
  })
  await backup.check()
  await backup.check()
  expect([tries, await failures()]).toEqual([1, 1])
  expect(told).toEqual([{ name: 'backup.ended', data: { problem: 'The disk is full' } }])
  clock.advance(HOUR_MS)
  await backup.check()
  expect(tries).toBe(2)
})

test('a clock set back does not stop the backups', async () => {
  await engine.settings.update({ backup: { daily: true } }, CLERK)
  const { backup } = daily()
  await backup.check()
  clock.advance(-72 * HOUR_MS)
  await backup.check()
  expect(engine.backups.list()).toHaveLength(2)
})
