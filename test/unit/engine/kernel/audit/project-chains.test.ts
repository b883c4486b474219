import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAuditLog } from '../../../../../src-main/engine/kernel/audit/audit-log.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { CLERK } from '../../../../support/context.ts'
import { firstKey, openChain, secondKey, type Chain } from './audit-chain.ts'

const SERVICE_ENTRY = { action: 'settings.update', target: { type: 'settings', id: null }, projectId: null } as const

/** Four entries of each of two projects, in turns, and one of the service. */
async function twoProjects(): Promise<Chain> {
  const chain = await openChain()
  for (let round = 0; round < 4; round++) {
    await chain.append(1, firstKey, 'p1')
    await chain.append(1, firstKey, 'p2')
  }
  await chain.record(SERVICE_ENTRY)
  return chain
}

describe('the chains of projects', () => {
  it('are numbered and proven each on its own, that of the service first', async () => {
    const { verifyAll, verify } = await twoProjects()
    const verdict = await verifyAll()
    expect(verdict).toMatchObject({ ok: true, count: 9, problem: null })
    expect(verdict.chains.map(({ chain, count }) => [chain, count])).toEqual([
      ['service/sandbox', 1],
      ['p1/sandbox', 4],
      ['p2/sandbox', 4],
    ])
    expect(verdict.head).toBe(verdict.chains[0]?.head)
    expect(await verify(undefined, firstKey, 'p2')).toEqual(verdict.chains[2])
  })

  it('do not depend on each other: a fault of one leaves the others proven', async () => {
    const { verifyAll, verify, tamper } = await twoProjects()
    tamper("UPDATE audit_entry SET channel = 'api' WHERE chain = 'p2' AND number = 3")
    const verdict = await verifyAll()
    const problem = 'Entry 3 was changed, or does not follow the one before it'
    expect(verdict).toMatchObject({ ok: false, problem: `p2/sandbox: ${problem}` })
    expect(verdict.chains.map(({ ok, problem }) => [ok, problem])).toEqual([
      [true, null],
      [true, null],
      [false, problem],
    ])
    expect(await verify(undefined, firstKey, 'p1')).toMatchObject({ ok: true })
    expect(await verify(undefined, firstKey, 'p2')).toMatchObject({ ok: false })
  })

  it('grow together in one unit of work, in the order of what was done', async () => {
    const { database, verifyAll, record } = await openChain()
    const log = createAuditLog(firstKey.derive('audit/sandbox'), fakeClock())
    await record({ ...SERVICE_ENTRY, projectId: 'p2' })
    await database.write(async (transaction) => {
      for (const projectId of ['p2', null, 'p1', 'p2']) log.append(transaction, CLERK, { ...SERVICE_ENTRY, projectId })
    })
    const rows = await database.all(database.build.selectFrom('audit_entry').select(['chain', 'number']).orderBy('seq'))
    expect(rows.map(({ chain, number }) => `${chain} ${number}`)).toEqual(['p2 1', 'p2 2', 'service 1', 'p1 1', 'p2 3'])
    expect(await verifyAll()).toMatchObject({ ok: true, count: 5 })
  })

  it.each<[what: string, change: string, problem: string]>([
    [
      'an entry that moved to the end of another chain',
      "UPDATE audit_entry SET chain = 'p2', number = 5 WHERE chain = 'p1' AND number = 4; UPDATE audit_chain SET count = 5 WHERE chain = 'p2'",
      'p1/sandbox: The end was cut off: 4 entries were sealed, the last one there is 3',
    ],
    [
      'an entry that was copied to a chain of its own',
      `INSERT INTO audit_entry SELECT 99, time, actor_type, actor_id, actor_name, channel, action, target_type, target_id, project_id, reason, before, after, hash, 'p3', 1 FROM audit_entry WHERE chain = 'p1' AND number = 1`,
      'p3/sandbox: The sealed head is missing although there are entries',
    ],
    [
      'an entry that moved to the time before there were several chains',
      "UPDATE audit_entry SET chain = NULL, number = NULL WHERE chain = 'p1' AND number = 4",
      'legacy/sandbox: The sealed head is missing although there are entries',
    ],
    ['an entry removed', "DELETE FROM audit_entry WHERE chain = 'p2' AND number = 2", 'p2/sandbox: Entry 2 is missing'],
    [
      'a head cut with its entries',
      "DELETE FROM audit_entry WHERE chain = 'p2' AND number > 2; UPDATE audit_chain SET count = 2, hash = (SELECT hash FROM audit_entry WHERE chain = 'p2' AND number = 2) WHERE chain = 'p2'",
      'p2/sandbox: The sealed head was changed',
    ],
    [
      'a head of another chain',
      "UPDATE audit_chain SET hash = (SELECT hash FROM audit_chain WHERE chain = 'p1'), seal = (SELECT seal FROM audit_chain WHERE chain = 'p1') WHERE chain = 'p2'",
      'p2/sandbox: The sealed head was changed',
    ],
    [
      'two chains that changed places, heads included',
      ['audit_entry', 'audit_chain']
        .flatMap((table) =>
          [
            ['p1', 'p0'],
            ['p2', 'p1'],
            ['p0', 'p2'],
          ].map(([from, to]) => `UPDATE ${table} SET chain = '${to}' WHERE chain = '${from}'`),
        )
        .join(';'),
      'p1/sandbox: The sealed head was changed',
    ],
    [
      'another start',
      "UPDATE audit_chain SET start = :noise WHERE chain = 'p1'",
      'p1/sandbox: The sealed head was changed',
    ],
  ])('report %s', async (_what, change, problem) => {
    const { verifyAll, tamper } = await twoProjects()
    tamper(change, change.includes(':noise') ? { noise: randomBytes(32) } : undefined)
    const { ok, problem: found, chains } = await verifyAll()
    expect(ok).toBe(false)
    expect([found, ...chains.map(({ chain, problem }) => `${chain}: ${problem}`)].join('\n')).toContain(problem)
  })

  it('are remembered by that of the service, which costs what has grown', async () => {
    const { append, note, database, verifyAll, tamper } = await twoProjects()
    await note()
    await note()
    await append(1, firstKey, 'p2')
    await note()
    const notes = await database.all(
      database.build.selectFrom('audit_entry').select('after').where('action', '=', 'audit.heads').orderBy('seq'),
    )
    const heads = notes.map(({ after }) => (JSON.parse(after ?? '') as { heads: string[] }).heads)
    const { chains } = await verifyAll()
    expect(heads).toEqual([[chains[1]?.head, expect.stringMatching(/^p2\/sandbox:4:/)], [chains[2]?.head]])
    tamper(
      "DELETE FROM audit_personal WHERE seq IN (SELECT seq FROM audit_entry WHERE chain = 'p1'); DELETE FROM audit_entry WHERE chain = 'p1'; DELETE FROM audit_chain WHERE chain = 'p1'",
    )
    expect(await verifyAll()).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^p1\/sandbox: It is not the chain that service\/sandbox remembers: 4 entries/),
    })
  })

  it('count what was erased in each of them', async () => {
    const { erase, verify, verifyAll, tamper } = await twoProjects()
    const places = [1, 2, 4].map((seq) => ({ seq, place: 'after.driver' }))
    expect(await erase(places)).toBe(3)
    expect((await verifyAll()).chains.map(({ ok, count }) => [ok, count])).toEqual([
      [true, 1],
      [true, 5],
      [true, 5],
    ])
    // What one project erased excuses no gap in another.
    tamper("DELETE FROM audit_personal WHERE seq = 3 AND place = 'after.driver'")
    expect(await verify(undefined, firstKey, 'p1')).toMatchObject({
      problem: '1 personal values are missing that no erasure counts',
    })
    expect(await verify(undefined, firstKey, 'p2')).toMatchObject({ ok: true })
  })

  it('go on one by one under another data key', async () => {
    const { restart, append, verifyAll } = await twoProjects()
    await restart()
    await append(1, secondKey, 'p2')
    expect((await verifyAll(undefined, secondKey)).chains).toMatchObject([
      { chain: 'service/sandbox', ok: true, count: 2, provenFrom: 2 },
      { chain: 'p1/sandbox', ok: true, count: 5, provenFrom: 5 },
      { chain: 'p2/sandbox', ok: true, count: 6, provenFrom: 5 },
    ])
  })
})
