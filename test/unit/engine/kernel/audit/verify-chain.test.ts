import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SqliteConnection } from '../../../../../src-main/database/sqlite/connection.ts'
import { openChain, secondKey } from './audit-chain.ts'

describe('an untouched chain', () => {
  it('verifies while it is empty, and after each entry', async () => {
    const { append, verify } = openChain()
    expect(await verify()).toEqual({ ok: true, count: 0, head: `0:${'00'.repeat(32)}`, problem: null, provenFrom: 1 })
    for (let count = 1; count <= 3; count++) {
      await append(1)
      expect(await verify()).toMatchObject({ ok: true, count, problem: null })
    }
  })

  it('verifies over many pages', async () => {
    const { append, verify } = openChain()
    await append(1_001)
    expect(await verify()).toMatchObject({ ok: true, count: 1_001 })
  })

  it('holds every head it ever had, and no other', async () => {
    const { append, verify } = openChain()
    const heads = [(await verify()).head]
    for (let entry = 0; entry < 4; entry++) {
      await append(1)
      heads.push((await verify()).head)
    }
    for (const head of heads) expect(await verify(head)).toMatchObject({ ok: true, count: 4 })
    const [, first = '', second = ''] = heads
    const swapped = `1:${second.split(':')[1]}`
    for (const stranger of [swapped, `9${first}`, first.toUpperCase().replace('1:', '1: '), 'nonsense']) {
      expect(await verify(stranger)).toMatchObject({
        ok: false,
        problem: `The head ${stranger} does not occur in this chain`,
      })
    }
  })

  it('verifies while entries are being appended', async () => {
    const { append, verify } = openChain()
    await append(500)
    const verdicts = await Promise.all([verify(), append(300), verify(), append(300), verify()])
    for (const verdict of verdicts) if (verdict !== undefined) expect(verdict).toMatchObject({ ok: true })
    expect(await verify()).toMatchObject({ ok: true, count: 1_100 })
  })

  it('covers what is stored, whatever text was submitted', async () => {
    const { append, record, verify } = openChain()
    const broken = 'r\ud83dx\udc00'
    await append(1)
    await record(
      {
        action: 'card.disable',
        target: { type: 'card', id: broken },
        projectId: 'p1',
        before: { driver: broken, status: broken },
        after: { driver: 'a\0b', status: 'a\0b' },
      },
      { context: { actor: { type: 'clerk', id: broken, name: broken }, channel: 'app', reason: broken } },
    )
    await append(1)
    expect(await verify()).toMatchObject({ ok: true, count: 3, problem: null })
  })

  it('cannot be proven with another key', async () => {
    const { append, verify } = openChain()
    await append(2)
    expect(await verify(undefined, secondKey)).toMatchObject({ ok: false, problem: expect.stringContaining('sealed') })
  })
})

describe('a chain tampered with by someone without the key', () => {
  const cases: [what: string, change: string, problem: string][] = [
    ['an edited entry', "UPDATE audit_entry SET actor_name = 'Somebody else' WHERE seq = 3", 'Entry 3 was changed'],
    ['an entry whose reason was removed', "UPDATE audit_entry SET reason = '' WHERE seq = 2", 'Entry 2 was changed'],
    [
      'an entry with a hash of its own',
      'UPDATE audit_entry SET hash = randomblob(32) WHERE seq = 4',
      'Entry 4 was changed',
    ],
    [
      'a hash of another length',
      'UPDATE audit_entry SET hash = substr(hash, 1, 31) WHERE seq = 4',
      'Entry 4 was changed',
    ],
    ['a removed entry', 'DELETE FROM audit_entry WHERE seq = 3', 'Entry 3 is missing'],
    ['a removed first entry', 'DELETE FROM audit_entry WHERE seq = 1', 'Entry 1 is missing'],
    [
      'a removed entry whose gap was closed',
      'DELETE FROM audit_entry WHERE seq = 3; UPDATE audit_entry SET seq = seq - 1 WHERE seq > 3',
      'Entry 3 was changed, or does not follow the one before it',
    ],
    [
      'two entries that changed places',
      'UPDATE audit_entry SET seq = 99 WHERE seq = 2; UPDATE audit_entry SET seq = 2 WHERE seq = 3; UPDATE audit_entry SET seq = 3 WHERE seq = 99',
      'Entry 2 was changed, or does not follow the one before it',
    ],
    [
      'an entry before the first',
      'INSERT INTO audit_entry SELECT 0, time, actor_type, actor_id, actor_name, channel, action, target_type, target_id, project_id, reason, before, after, hash FROM audit_entry WHERE seq = 1',
      'Entry 0 does not belong',
    ],
    [
      'an entry after the last',
      'INSERT INTO audit_entry SELECT 7, time, actor_type, actor_id, actor_name, channel, action, target_type, target_id, project_id, reason, before, after, hash FROM audit_entry WHERE seq = 6',
      'goes on to entry 7, behind the sealed head at 6',
    ],
    [
      'a cut tail',
      'DELETE FROM audit_entry WHERE seq > 4',
      'The end was cut off: 6 entries were sealed, the last one there is 4',
    ],
    [
      'a cut tail and a head to match',
      'DELETE FROM audit_entry WHERE seq > 4; UPDATE audit_head SET count = 4, hash = (SELECT hash FROM audit_entry WHERE seq = 4)',
      'The sealed head was changed',
    ],
    ['a forged seal', 'UPDATE audit_head SET seal = randomblob(32)', 'The sealed head was changed'],
    ['a removed head', 'DELETE FROM audit_head', 'The sealed head is missing'],
    [
      'an exchanged personal value',
      "UPDATE audit_personal SET value = 'Somebody else' WHERE seq = 5 AND place = 'after.driver'",
      'The personal value after.driver of entry 5 was changed',
    ],
    [
      'an exchanged salt',
      "UPDATE audit_personal SET salt = randomblob(16) WHERE seq = 5 AND place = 'before.driver'",
      'The personal value before.driver of entry 5 was changed',
    ],
    [
      'a personal value in a place that has none',
      "INSERT INTO audit_personal VALUES (2, 'after.status', x'00', 'active')",
      'The personal value after.status of entry 2 was changed',
    ],
    [
      'a personal value that was deleted',
      "DELETE FROM audit_personal WHERE seq = 5 AND place = 'after.driver'",
      '1 personal values are missing that no erasure counts',
    ],
    [
      'all personal values deleted',
      'DELETE FROM audit_personal',
      '12 personal values are missing that no erasure counts',
    ],
    [
      'a restart that no key made',
      "UPDATE audit_entry SET action = 'audit.chain_restart' WHERE seq = 4",
      'Entry 4 was changed',
    ],
  ]

  it.each(cases)('reports %s', async (_what, change, problem) => {
    const { append, verify, tamper } = openChain()
    await append(6)
    tamper((sqlite) => sqlite.exec(change))
    const verdict = await verify()
    expect(verdict.ok).toBe(false)
    expect(verdict.problem).toContain(problem)
  })

  it('reports a value that was deleted after an erasure, and one that came back', async () => {
    const { append, verify, tamper, erase } = openChain()
    await append(3)
    let before: unknown[][] = []
    tamper((sqlite) => {
      before = sqlite
        .prepare("SELECT * FROM audit_personal WHERE seq = 2 AND place = 'after.driver'")
        .raw()
        .all() as unknown[][]
    })
    await erase([
      { seq: 2, place: 'after.driver' },
      { seq: 3, place: 'before.driver' },
    ])
    expect(await verify()).toMatchObject({ ok: true, count: 4 })
    tamper((sqlite) => {
      for (const row of before) sqlite.prepare('INSERT INTO audit_personal VALUES (?, ?, ?, ?)').run(...row)
    })
    expect(await verify()).toMatchObject({ ok: false, problem: '1 personal values are there again that were erased' })
    tamper((sqlite) => sqlite.exec("DELETE FROM audit_personal WHERE seq < 3 AND place = 'after.driver'"))
    expect(await verify()).toMatchObject({ ok: false, problem: '1 personal values are missing that no erasure counts' })
  })

  it('tolerates values removed by erasures of earlier versions, which did not count them singly', async () => {
    const { append, record, verify, tamper } = openChain()
    await append(3)
    tamper((sqlite) => sqlite.exec("DELETE FROM audit_personal WHERE place = 'after.driver'"))
    await record({
      action: 'personal.erase',
      target: { type: 'project', id: 'p1' },
      projectId: 'p1',
      after: { erased: 3 },
    })
    expect(await verify()).toMatchObject({ ok: true })
    tamper((sqlite) => sqlite.exec("DELETE FROM audit_personal WHERE place = 'before.driver' AND seq = 1"))
    expect(await verify()).toMatchObject({ ok: false, problem: '1 personal values are missing that no erasure counts' })
  })

  it('verifies while personal values are being erased', async () => {
    const { append, verify, erase } = openChain()
    await append(900)
    const seqs = Array.from({ length: 900 }, (_, index) => index + 1)
    const verdicts = await Promise.all([
      verify(),
      ...seqs.filter((seq) => seq % 90 === 0).map((seq) => erase([{ seq, place: 'after.driver' }])),
      verify(),
    ])
    for (const verdict of verdicts)
      if (typeof verdict === 'object') expect(verdict).toMatchObject({ ok: true, problem: null })
    expect(await verify()).toMatchObject({ ok: true, count: 910 })
  })

  it('reports an older state of itself, compared with a head noted later', async () => {
    const { append, verify, tamper } = openChain()
    await append(4)
    let earlier: unknown[][] = []
    tamper((sqlite) => {
      earlier = sqlite.prepare('SELECT id, count, hash, seal FROM audit_head').raw().all() as unknown[][]
    })
    await append(2)
    const noted = (await verify()).head
    // A genuine older head, restored together with the entries it sealed: only a head noted elsewhere reveals it.
    tamper((sqlite) => {
      sqlite.exec(
        'DELETE FROM audit_entry WHERE seq > 4; DELETE FROM audit_head; DELETE FROM audit_personal WHERE seq > 4',
      )
      for (const head of earlier) sqlite.prepare('INSERT INTO audit_head VALUES (?, ?, ?, ?)').run(...head)
    })
    expect(await verify()).toMatchObject({ ok: true, count: 4 })
    expect(await verify(noted)).toMatchObject({ ok: false, problem: expect.stringContaining('does not occur') })
  })

  it('reports the head of another continuation of the same entries', async () => {
    const { append, verify, tamper } = openChain()
    await append(4)
    const headOf = (sqlite: SqliteConnection) => sqlite.prepare('SELECT * FROM audit_head').raw().get() as unknown[]
    const setHead = (sqlite: SqliteConnection, head: unknown[]) =>
      sqlite.prepare('REPLACE INTO audit_head (id, count, hash, seal) VALUES (?, ?, ?, ?)').run(...head)
    let [branching, other]: unknown[][] = []
    tamper((sqlite) => (branching = headOf(sqlite)))
    await append(2)
    tamper((sqlite) => {
      other = headOf(sqlite)
      sqlite.exec('DELETE FROM audit_entry WHERE seq > 4; DELETE FROM audit_personal WHERE seq > 4')
      setHead(sqlite, branching ?? [])
    })
    await append(2)
    expect(await verify()).toMatchObject({ ok: true, count: 6 })
    tamper((sqlite) => setHead(sqlite, other ?? []))
    expect(await verify()).toMatchObject({ ok: false, problem: 'The sealed head does not belong to entry 6' })
  })

  it('never verifies after a change to any single field of any entry', async () => {
    const { append, verify, tamper } = openChain()
    await append(8)
    const columns = [
      'time',
      'actor_type',
      'actor_id',
      'actor_name',
      'channel',
      'action',
      'target_type',
      'target_id',
      'project_id',
      'reason',
      'before',
      'after',
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        fc.integer({ min: 1, max: 8 }),
        fc.string(),
        async (column, seq, text) => {
          let former: unknown = null
          tamper((sqlite) => {
            former = sqlite.prepare(`SELECT ${column} FROM audit_entry WHERE seq = ?`).pluck().get(seq)
            sqlite.prepare(`UPDATE audit_entry SET ${column} = ? WHERE seq = ?`).run(text, seq)
          })
          const verdict = await verify()
          tamper((sqlite) => sqlite.prepare(`UPDATE audit_entry SET ${column} = ? WHERE seq = ?`).run(former, seq))
          expect(verdict.ok).toBe(text === former)
          if (!verdict.ok) expect(verdict.problem).toContain(`Entry ${seq} was changed`)
        },
      ),
      { numRuns: 60 },
    )
    expect(await verify()).toMatchObject({ ok: true })
  })
})
