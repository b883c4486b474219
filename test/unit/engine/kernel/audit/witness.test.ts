import { copyFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AUDIT_DATABASES, type AuditDatabase } from '../../../../../src-main/domain/audit.ts'
import { fileOf } from '../../../../../src-main/engine/prepare-folder.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { CLERK } from '../../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../../support/engine.ts'
import { forgeRows, rowsOf } from '../../../../support/rows.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { eventually } from '../../../../support/eventually.ts'

const HOUR_MS = 3_600_000

describe('chains that remember each other', () => {
  let test: TestEngine
  let clock: FakeClock
  let projectId: string

  beforeEach(async () => {
    clock = fakeClock()
    test = await openTestEngine({ wallClock: clock })
    onTestFinished(() => test.close())
    projectId = (await test.engine.projects.create('Fleet', CLERK)).id
    await mockCards()
  })

  const mockCards = () => test.engine.environment('sandbox').mockCards?.create(projectId, { count: 3, seed: 1 }, CLERK)
  const witnesses = async (kind: AuditDatabase) =>
    (await test.engine.audit.list(kind, { page: 1, limit: 100, action: 'audit.witness' })).docs
  const headOf = async (kind: AuditDatabase, projectId: string) =>
    (await test.engine.audit.verify(kind, { projectId })).chains[0]?.head
  const problems = async () =>
    Object.fromEntries((await test.engine.check()).files.map(({ name, audit }) => [name, audit.problem]))
  const tamper = (kind: AuditDatabase, sql: string) => forgeRows(test.dataDir, kind, sql)

  it('write each head into the other two at a stop after a change, and nothing otherwise', async () => {
    await test.reopen()
    // The service's chain begins with the heads of the projects that have grown.
    const ofService = (kind: AuditDatabase, count: number) =>
      expect.stringMatching(new RegExp(`^service/${kind}:${count}:[0-9a-f]{64}$`)) as string
    expect((await witnesses('control')).map(({ after }) => after)).toEqual([{ sandbox: ofService('sandbox', 1) }])
    expect((await witnesses('sandbox')).map(({ after }) => after)).toEqual([{ control: ofService('control', 2) }])
    expect((await witnesses('production')).map(({ after }) => after)).toEqual([
      { control: ofService('control', 2), sandbox: ofService('sandbox', 2) },
    ])
    const [noted] = (await test.engine.audit.list('sandbox', { page: 1, limit: 1, action: 'audit.heads' })).docs
    expect(noted?.after).toEqual({ heads: [await headOf('sandbox', projectId)] })
    await test.reopen()
    for (const kind of AUDIT_DATABASES) expect(await witnesses(kind)).toHaveLength(1)
    expect(test.engine.notices()).toEqual([])
    expect(await test.engine.check()).toMatchObject({ ok: true })
  })

  it.skipIf(OVER_POSTGRES)('write them at each backup of files, so that a restored one is whole', async () => {
    await test.engine.backups.create()
    for (const kind of AUDIT_DATABASES) expect(await witnesses(kind)).toHaveLength(1)
  })

  it('write them every hour in which something changed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await test.reopen()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    for (const kind of AUDIT_DATABASES) expect(await witnesses(kind)).toHaveLength(1)
    await mockCards()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await eventually(async () => {
      for (const kind of AUDIT_DATABASES) expect(await witnesses(kind)).toHaveLength(2)
    })
  })

  it('write them once an hour when commands run without a service', async () => {
    const command = () =>
      openTestEngine({ dataDir: test.dataDir, dataKey: test.dataKey, wallClock: clock, runsWork: false })
    await test.engine.stop()
    for (const [after, count] of [
      [0, 1],
      [HOUR_MS - 1, 1],
      [1, 2],
      [1, 2],
    ] as const) {
      clock.advance(after)
      const { engine } = await command()
      await engine.projects.create(`Fleet ${after}`, CLERK)
      await engine.stop()
      expect(
        rowsOf(test.dataDir, 'sandbox', "SELECT count(*) AS count FROM audit_entry WHERE action = 'audit.witness'"),
      ).toEqual([{ count }])
    }
  })

  it.each(AUDIT_DATABASES)('reveal that the log of %s was emptied, triggers and head included', async (kind) => {
    // The second round also remembers what the first one wrote.
    await test.reopen()
    await mockCards()
    await test.engine.stop()
    tamper(kind, 'DELETE FROM audit_personal; DELETE FROM audit_entry; DELETE FROM audit_chain')
    await test.reopen()
    expect(test.engine.notices()).toContainEqual(expect.objectContaining({ kind: 'chain_rolled_back', chain: kind }))
    const found = await problems()
    expect(found[`${kind}.sqlite`]).toMatch(
      /It is not the chain that \w+ remembers: \d+ entries on .*emptied or exchanged/,
    )
    expect(Object.values(found).filter((problem) => problem !== null)).toHaveLength(1)
  })

  // The older one comes from a copy of the file.
  it.skipIf(OVER_POSTGRES)(
    'reveal that a project’s chain was removed with its head, or exchanged for an older one',
    async () => {
      await test.engine.stop()
      const older = `${test.dataDir}-older`
      copyFileSync(fileOf(test.dataDir, 'sandbox'), older)
      await test.reopen()
      await mockCards()
      await test.reopen()
      await test.engine.stop()
      const chain = `chain = '${projectId}'`
      const removed = `DELETE FROM audit_personal WHERE seq IN (SELECT seq FROM audit_entry WHERE ${chain}); DELETE FROM audit_entry WHERE ${chain}; DELETE FROM audit_chain WHERE ${chain};`
      tamper('sandbox', removed)
      await test.reopen()
      const problem = new RegExp(
        `^${projectId}/sandbox: It is not the chain that service/sandbox remembers: \\d entries on .*removed, cut off or exchanged`,
      )
      expect((await problems())['sandbox.sqlite']).toMatch(problem)
      expect(await test.engine.audit.verify('sandbox', { projectId })).toMatchObject({ ok: false })
      await test.engine.stop()
      tamper(
        'sandbox',
        `ATTACH '${older}' AS older; ${['audit_entry', 'audit_personal', 'audit_chain']
          .map((table) => {
            const of = table === 'audit_personal' ? `seq IN (SELECT seq FROM older.audit_entry WHERE ${chain})` : chain
            return `INSERT INTO main.${table} SELECT * FROM older.${table} WHERE ${of}`
          })
          .join(';')}; DETACH older`,
      )
      await test.reopen()
      clock.advance(1_000)
      await mockCards()
      expect((await problems())['sandbox.sqlite']).toMatch(problem)
    },
  )

  it.skipIf(OVER_POSTGRES)(
    'reveal that a whole file was exchanged for an older one, even after the service went on with it',
    async () => {
      await test.engine.stop()
      copyFileSync(fileOf(test.dataDir, 'sandbox'), `${test.dataDir}-older`)
      await test.reopen()
      await mockCards()
      await test.engine.stop()
      copyFileSync(`${test.dataDir}-older`, fileOf(test.dataDir, 'sandbox'))
      await test.reopen()
      expect(test.engine.notices()).toEqual([
        expect.objectContaining({ chain: 'sandbox', rememberedBy: 'control' }),
        expect.objectContaining({ chain: 'sandbox', rememberedBy: 'production' }),
      ])
      for (let round = 0; round < 3; round++) {
        clock.advance(1_000)
        await mockCards()
        await test.reopen()
      }
      expect((await problems())['sandbox.sqlite']).toContain('It is not the chain that control remembers')
    },
  )
})
