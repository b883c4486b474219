import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Project } from '../../../../src-main/domain/access.ts'
import { restoreBackup } from '../../../../src-main/engine/backup/restore.ts'
import { systemClock } from '../../../../src-main/engine/kernel/ports.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'

describe('deleting a project', () => {
  let test: TestEngine
  let project: Project

  beforeEach(async () => {
    test = await openTestEngine()
    onTestFinished(() => test.close())
    project = await test.engine.projects.create('Fleet North', CLERK)
    await test.engine.environment('sandbox').mockCards?.createDemo(project.id, CLERK)
  })

  const total = async () =>
    (await test.engine.environment('sandbox').cards.list(project.id, { page: 1, limit: 1, sortField: 'createdAt' }))
      .total

  it('removes its cards, its keys and itself, after an automatic backup', async () => {
    const key = await test.engine.keys.create(
      { projectId: project.id, environment: 'sandbox', name: 'integration' },
      CLERK,
    )
    const { backup, cards } = await test.engine.deleteProject(project.id, 'Fleet North', CLERK)
    expect(cards).toEqual({ sandbox: 48, production: 0 })
    // A server has backups of its own.
    expect(test.engine.backups.list()).toEqual(OVER_POSTGRES ? [] : [backup])
    expect(backup?.automatic).toBe(OVER_POSTGRES ? undefined : true)
    expect(await test.engine.projects.list()).toEqual([])
    await expect(() => test.engine.keys.authenticate(key.key)).rejects.toThrow('Invalid or expired API key')
    expect(await total()).toBe(0)
    expect((await test.engine.audit.list('control', { page: 1, limit: 2 })).docs.map(({ action }) => action)).toEqual([
      'project.delete',
      'api_key.revoke',
    ])
    expect(await test.engine.check()).toMatchObject({ ok: true })
  })

  it.skipIf(OVER_POSTGRES)('can be undone by restoring that backup', async () => {
    const { backup } = await test.engine.deleteProject(project.id, 'Fleet North', CLERK)
    await test.engine.stop()
    await restoreBackup({
      backupPath: backup?.path ?? '',
      dataDir: test.dataDir,
      version: '1',
      wallClock: systemClock,
      dataKey: test.dataKey,
    })
    const engine = await test.reopen()
    expect(await engine.projects.get(project.id)).toEqual(project)
    expect(await total()).toBe(48)
  })

  it.each(['Fleet', 'fleet north', 'Fleet North ', ''])('is refused when %j is typed for its name', async (typed) => {
    await expect(test.engine.deleteProject(project.id, typed, CLERK)).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ field: 'name' }],
    })
    expect(await total()).toBe(48)
    expect(test.engine.backups.list()).toEqual([])
  })

  it('is refused for a project that does not exist', async () => {
    await expect(test.engine.deleteProject('00000000-0000-4000-8000-000000000000', 'x', CLERK)).rejects.toMatchObject({
      code: 'error.project_not_found',
    })
  })

  it.skipIf(OVER_POSTGRES)('removes nothing if no backup can be made', async () => {
    writeFileSync(join(test.dataDir, 'backups'), 'a file in the way')
    await expect(test.engine.deleteProject(project.id, 'Fleet North', CLERK)).rejects.toMatchObject({
      code: 'error.validation',
    })
    expect(await total()).toBe(48)
    expect(await test.engine.projects.list()).toHaveLength(1)
  })
})
