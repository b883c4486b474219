import { copyFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConnection } from '../../../../../src-main/database/sqlite/connection.ts'
import { AUDIT_CHAINS, type AuditChain } from '../../../../../src-main/domain/audit.ts'
import { fileOf } from '../../../../../src-main/engine/prepare-folder.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { CLERK } from '../../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../../support/engine.ts'
import { rowsOf } from '../../../../support/rows.ts'
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
  const witnesses = async (kind: AuditChain) =>
    (await test.engine.audit.list(kind, { page: 1, limit: 100, action: 'audit.witness' })).docs
  const headOf = async (kind: AuditChain) => (await test.engine.audit.verify(kind)).head
  const problems = async () =>
    Object.fromEntries((await test.engine.check()).files.map(({ name, audit }) => [name, audit.problem]))
  /** An attack by someone who can write to a stopped service's file, triggers included, but has no key. */
  const tamper = (kind: AuditChain, sql: string) => {
    const sqlite = openConnection(fileOf(test.dataDir, kind))
    const triggers = sqlite
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE name LIKE 'audit_entry_is_append_only%'",
      )
      .all()
    sqlite.exec(
      `PRAGMA foreign_keys = OFF; ${triggers.map(({ name }) => `DROP TRIGGER ${name};`).join('')} ${sql}; ${triggers.map((trigger) => `${trigger.sql};`).join('')}`,
    )
    sqlite.close()
  }

  it('write each head into the other two at a stop after a change, and nothing otherwise', async () => {
    const heads = { control: await headOf('control'), production: await headOf('production') }
    await test.reopen()
    expect((await witnesses('sandbox')).map(({ after }) => after)).toEqual([
      { control: expect.stringMatching(/^2:[0-9a-f]{64}$/) as string, production: heads.production },
    ])
    expect((await witnesses('control')).map(({ after }) => after?.['production'])).toEqual([heads.production])
    await test.reopen()
    for (const kind of AUDIT_CHAINS) expect(await witnesses(kind)).toHaveLength(1)
    expect(test.engine.notices()).toEqual([])
    expect(await test.engine.check()).toMatchObject({ ok: true })
  })

  it('write them at each backup, so that a restored one is whole', async () => {
    await test.engine.backups.create()
    for (const kind of AUDIT_CHAINS) expect(await witnesses(kind)).toHaveLength(1)
  })

  it('write them every hour in which something changed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await test.reopen()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    for (const kind of AUDIT_CHAINS) expect(await witnesses(kind)).toHaveLength(1)
    await mockCards()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await eventually(async () => {
      for (const kind of AUDIT_CHAINS) expect(await witnesses(kind)).toHaveLength(2)
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

  it.each(AUDIT_CHAINS)('reveal that the log of %s was emptied, triggers and head included', async (kind) => {
    // The second round also remembers what the first one wrote.
    await test.reopen()
    await mockCards()
    await test.engine.stop()
    tamper(kind, 'DELETE FROM audit_personal; DELETE FROM audit_entry; DELETE FROM audit_head')
    await test.reopen()
    expect(test.engine.notices()).toContainEqual(expect.objectContaining({ kind: 'chain_rolled_back', chain: kind }))
    const found = await problems()
    expect(found[`${kind}.sqlite`]).toMatch(
      /It is not the chain that \w+ remembers: \d+ entries on .*emptied or exchanged/,
    )
    expect(Object.values(found).filter((problem) => problem !== null)).toHaveLength(1)
  })

  it('reveal that a whole file was exchanged for an older one, even after the service went on with it', async () => {
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
  })
})
