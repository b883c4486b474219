import { describe, expect, it } from 'vitest'
import { openConnection } from '../../../../../src-main/database/sqlite/connection.ts'
import { openFile, secondKey, upgradedFile, writeLegacy, type Chain } from './audit-chain.ts'

/** An entry behind the last one, as if the chain were still open. */
const ADDED =
  'INSERT INTO audit_entry SELECT 9, time, actor_type, actor_id, actor_name, channel, action, target_type, target_id, project_id, reason, before, after, hash, NULL, NULL FROM audit_entry WHERE seq = 5'

/** A file of a version with one chain, of five entries. */
function openLegacy(): Promise<Chain> {
  // Upgrading takes longer than most of these tests.
  upgraded ??= upgradedFile((sqlite) => writeLegacy(sqlite, 5))
  return openFile(upgraded)
}
let upgraded: Buffer | undefined

describe('the chain from before there was one for each project', () => {
  it('stays as it is, proven, and every new chain follows its end', async () => {
    const { append, record, verifyAll, database } = await openLegacy()
    expect(await verifyAll()).toMatchObject({
      ok: true,
      count: 5,
      chains: [{ chain: 'legacy/sandbox', count: 5, provenFrom: 1 }],
    })
    const before = await database.all(database.build.selectFrom('audit_entry').selectAll())
    await append(2)
    await record({ action: 'settings.update', target: { type: 'settings', id: null }, projectId: null })
    expect(await verifyAll()).toMatchObject({
      ok: true,
      count: 8,
      chains: [
        { chain: 'legacy/sandbox', count: 5 },
        { chain: 'service/sandbox', count: 1 },
        { chain: 'p1/sandbox', count: 2 },
      ],
    })
    const after = await database.all(database.build.selectFrom('audit_entry').selectAll().orderBy('seq'))
    expect(after.slice(0, 5)).toEqual(before)
    expect(after.slice(5).map(({ seq, chain, number }) => [seq, chain, number])).toEqual([
      [6, 'p1', 1],
      [7, 'p1', 2],
      [8, 'service', 1],
    ])
    const starts = await database.all(database.build.selectFrom('audit_chain').select('start'))
    for (const { start } of starts) expect(start).toEqual(before[4]?.hash)
  })

  it('holds the heads noted then, in each form they had', async () => {
    const { append, verifyAll, database } = await openLegacy()
    await append(1)
    const rows = await database.all(database.build.selectFrom('audit_entry').select(['seq', 'hash']))
    const [, , third, , , sixth] = rows.map(({ seq, hash }) => `${seq}:${Buffer.from(hash).toString('hex')}`)
    for (const head of [third, `sandbox:${third}`, `legacy/sandbox:${third}`, `0:${'00'.repeat(32)}`])
      expect(await verifyAll(head)).toMatchObject({ ok: true })
    for (const stranger of [sixth, `production:${third}`, `legacy/production:${third}`, `p1/sandbox:${third}`])
      expect(await verifyAll(stranger)).toMatchObject({
        ok: false,
        problem: expect.stringContaining(`The head ${stranger} does not occur in this chain`),
      })
  })

  it.each<[what: string, change: string, problem: string]>([
    ['an entry changed', "UPDATE audit_entry SET channel = 'api' WHERE seq = 2", 'legacy/sandbox: Entry 2 was changed'],
    ['an entry removed', 'DELETE FROM audit_entry WHERE seq = 2', 'legacy/sandbox: Entry 2 is missing'],
    ['an entry added', ADDED, 'legacy/sandbox: The chain goes on to entry 9, behind the sealed head at 5'],
    [
      'an entry that moved to a project’s chain',
      "UPDATE audit_entry SET chain = 'p1', number = 0 WHERE seq = 3",
      'legacy/sandbox: Entry 3 is missing',
    ],
    ['its head removed', 'DELETE FROM audit_head', 'legacy/sandbox: The sealed head is missing although'],
    [
      'all of it removed, its head included',
      'DELETE FROM audit_personal WHERE seq < 6; DELETE FROM audit_entry WHERE seq < 6; DELETE FROM audit_head',
      'p1/sandbox: It does not follow the end of legacy/sandbox: that chain was cut off or exchanged',
    ],
  ])('reports %s', async (_what, change, problem) => {
    const { append, verifyAll, tamper } = await openLegacy()
    await append(2)
    tamper(change)
    const { ok, problem: found } = await verifyAll()
    expect(ok).toBe(false)
    expect(found).toContain(problem)
  })

  it('shows that it was exchanged for an older state of itself, which its own seal proves', async () => {
    const { append, verifyAll, tamper, database } = await openLegacy()
    await append(2)
    tamper('DELETE FROM audit_personal WHERE seq < 6; DELETE FROM audit_entry WHERE seq < 6; DELETE FROM audit_head')
    const sqlite = openConnection(database.file)
    writeLegacy(sqlite, 3)
    sqlite.close()
    expect(await verifyAll()).toMatchObject({
      problem: 'p1/sandbox: It does not follow the end of legacy/sandbox: that chain was cut off or exchanged',
      chains: [{ ok: true, count: 3 }, { ok: false }],
    })
  })

  it('misses only what the service’s chain counts as erased in it', async () => {
    const { append, erase, verifyAll, tamper, database } = await openLegacy()
    await append(1)
    const places = [2, 4, 6].map((seq) => ({ seq, place: 'after.driver' }))
    expect(await erase(places)).toBe(3)
    expect(await verifyAll()).toMatchObject({ ok: true })
    const counted = await database.all(
      database.build
        .selectFrom('audit_entry')
        .select(['chain', 'after'])
        .where('action', '=', 'audit.erase_personal')
        .orderBy('chain'),
    )
    expect(counted).toEqual([
      { chain: 'p1', after: '{"erased":1}' },
      { chain: 'service', after: '{"erased":0,"erasedInLegacy":2}' },
    ])
    tamper('DELETE FROM audit_personal WHERE seq = 3')
    expect(await verifyAll()).toMatchObject({
      problem: 'legacy/sandbox: 1 personal values are missing that no erasure counts',
    })
  })

  it('tolerates values removed by erasures of early versions, which did not count them singly', async () => {
    const early = await openFile(
      upgradedFile((sqlite) => writeLegacy(sqlite, 5, undefined, { 4: ['personal.erase', { erased: 2 }] })),
    )
    await early.append(1)
    early.tamper('DELETE FROM audit_personal WHERE seq < 3')
    expect(await early.verifyAll()).toMatchObject({ ok: true })
    early.tamper('DELETE FROM audit_personal WHERE seq = 3')
    expect(await early.verifyAll()).toMatchObject({
      problem: 'legacy/sandbox: 1 personal values are missing that no erasure counts',
    })
  })

  it('is held against the digest that another data key sealed in the service’s chain', async () => {
    const { append, restart, verifyAll, tamper } = await openLegacy()
    await append(2)
    await restart()
    await append(1, secondKey)
    expect(await verifyAll(undefined, secondKey)).toMatchObject({
      ok: true,
      chains: [
        { chain: 'legacy/sandbox', count: 5, provenFrom: 6 },
        { chain: 'service/sandbox', count: 1, provenFrom: 1 },
        { chain: 'p1/sandbox', count: 4, provenFrom: 3 },
      ],
    })
    tamper("UPDATE audit_entry SET channel = 'api' WHERE seq = 2")
    expect(await verifyAll(undefined, secondKey)).toMatchObject({
      problem: 'legacy/sandbox: An entry was changed after the data key was replaced',
    })
  })
})
