import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import type * as promises from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { restoreBackup } from '../../../../src-main/engine/backup/restore.ts'
import { openEngine } from '../../../../src-main/engine/engine.ts'
import { fakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'

/** Renames that still succeed before the process "dies"; every one of the swap's steps is a rename. */
const power = vi.hoisted(() => ({ left: Infinity, used: 0 }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof promises>()
  return {
    ...original,
    rename: (from: string, to: string) => {
      if (power.left <= 0) return Promise.reject(new Error('The power went out'))
      power.left -= 1
      power.used += 1
      return original.rename(from, to)
    },
  }
})

afterEach(() => {
  power.left = Infinity
})

describe('an interrupted restore', () => {
  /** Identical folders, each with a backup of a project "Before" and, since then, one called "After". */
  async function prepareFolders() {
    const clock = fakeClock()
    const test = await openTestEngine({ wallClock: clock })
    onTestFinished(() => test.close())
    await test.engine.projects.create('Before', CLERK)
    const { path } = await test.engine.backups.create()
    clock.advance(1000)
    await test.engine.projects.create('After', CLERK)
    await test.engine.stop()
    // Companion files to be moved as well, as a crash leaves them.
    for (const name of ['control.sqlite-wal', 'sandbox.sqlite-shm']) writeFileSync(join(test.dataDir, name), '')
    const options = { version: '1', wallClock: clock, dataKey: test.dataKey }
    return () => {
      const dataDir = join(temporaryFolder(), 'data')
      cpSync(test.dataDir, dataDir, { recursive: true })
      return {
        dataDir,
        restore: () => restoreBackup({ ...options, backupPath: path, dataDir }),
        projects: async () => {
          const engine = await openEngine({ ...options, dataDir })
          try {
            return (await engine.projects.list()).map(({ name }) => name)
          } finally {
            await engine.stop()
          }
        },
      }
    }
  }

  it('leaves, after any step, a folder that is refused until a repeated restore finishes', async () => {
    const makeFolder = await prepareFolders()
    power.used = 0
    await makeFolder().restore()
    const steps = power.used
    // The marker, five former files moved away, three new ones in place.
    expect(steps).toBe(9)
    for (let step = 0; step < steps; step++) {
      const { dataDir, restore, projects } = makeFolder()
      power.left = step
      await expect(restore(), `step ${step}`).rejects.toMatchObject({
        code: 'error.internal',
        message: expect.stringContaining('Run it again'),
      })
      power.left = Infinity
      if (step === 0) {
        // Not even the marker exists: nothing had begun.
        expect(await projects()).toEqual(['Before', 'After'])
        continue
      }
      await expect(projects(), `step ${step}`).rejects.toMatchObject({
        fault: 'unfinished',
        message: expect.stringContaining('run the restore again'),
      })
      const { movedTo } = await restore()
      // The former files are all in one folder, whichever attempt moved them.
      expect(readdirSync(join(dataDir, 'damaged'))).toHaveLength(1)
      expect(readdirSync(movedTo ?? '').sort()).toEqual([
        'control.sqlite',
        'control.sqlite-wal',
        'production.sqlite',
        'sandbox.sqlite',
        'sandbox.sqlite-shm',
      ])
      expect(await projects(), `step ${step}`).toEqual(['Before'])
    }
  })

  it('is refused even if its marker has become unreadable', async () => {
    const { dataDir, projects } = (await prepareFolders())()
    writeFileSync(join(dataDir, 'restore-in-progress.json'), '{"ba')
    await expect(projects()).rejects.toMatchObject({ fault: 'unfinished' })
    expect(existsSync(join(dataDir, 'control.sqlite'))).toBe(true)
  })
})
