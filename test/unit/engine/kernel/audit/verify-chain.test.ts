import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openChain, secondKey } from './audit-chain.ts'

const HEADS = 'SELECT chain, count, hash, seal FROM audit_chain'
const SET_HEAD = 'UPDATE audit_chain SET count = :count, hash = :hash, seal = :seal WHERE chain = :chain'

describe('an untouched chain', () => {
  it('verifies while it is empty, and after each entry', async () => {
    const { append, verify } = await openChain()
    expect(await verify()).toMatchObject({ ok: true, count: 0, problem: null })
    for (let count = 1; count <= 3; count++) {
      await append(1)
      expect(await verify()).toMatchObject({ ok: true, count, problem: null })
    }
  })

  it('verifies over many pages', async () => {
    const { append, verify } = await openChain()
    await append(1_001)
    expect(await verify()).toMatchObject({ ok: true, count: 1_001 })
  })

  it('holds every head it ever had, and no other', async () => {
    const { append, verify, verifyAll } = await openChain()
    const heads: string[] = []
    for (let entry = 0; entry < 4; entry++) {
      await append(1)
      heads.push((await verify()).head)
    }
    for (const head of heads) expect(await verify(head)).toMatchObject({ ok: true, count: 4 })
    const [first = '', second = ''] = heads
    expect(first).toMatch(/^p1\/sandbox:1:[0-9a-f]{64}$/)
    const swapped = `p1/sandbox:1:${second.split(':')[2]}`
    for (const stranger of [swapped, first.replace(':1:', ':9:'), first.replace('p1/', 'p1/:')])
      expect((await verifyAll(stranger)).problem).toContain(`The head ${stranger} does not occur in this chain`)
  })

  it('verifies while entries are being appended', async () => {
    const { append, verify } = await openChain()
    await append(500)
    const verdicts = await Promise.all([verify(), append(300), verify(), append(300), verify()])
    for (const verdict of verdicts) if (verdict !== undefined) expect(verdict).toMatchObject({ ok: true })
    expect(await verify()).toMatchObject({ ok: true, count: 1_100 })
  })

  it('covers what is stored, whatever text was submitted', async () => {
    const { append, record, verify } = await openChain()
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
    const { append, verify } = await openChain()
    await append(2)
    expect(await verify(undefined, secondKey)).toMatchObject({ ok: false, problem: expect.stringContaining('sealed') })
  })
})

describe('a chain tampered with by someone without the key', () => {
  const cases: [what: string, change: string, problem: string][] = [
    ['an edited entry', "UPDATE audit_entry SET actor_name = 'Somebody else' WHERE seq = 3", 'Entry 3 was changed'],
    ['an entry whose reason was removed', "UPDATE audit_entry SET reason = '' WHERE seq = 2", 'Entry 2 was changed'],
    ['an entry with a hash of its own', 'UPDATE audit_entry SET hash = :noise WHERE seq = 4', 'Entry 4 was changed'],
    [
      'a hash of another length',
      'UPDATE audit_entry SET hash = substr(hash, 1, 31) WHERE seq = 4',
      'Entry 4 was changed',
    ],
    ['a removed entry', 'DELETE FROM audit_entry WHERE seq = 3', 'Entry 3 is missing'],
    ['a removed first entry', 'DELETE FROM audit_entry WHERE seq = 1', 'Entry 1 is missing'],
    [
      'a removed entry whose gap was closed',
      'DELETE FROM audit_entry WHERE seq = 3; UPDATE audit_entry SET number = number - 1 WHERE number > 3',
      'Entry 3 was changed, or does not follow the one before it',
    ],
    [
      'two entries that changed places',
      'UPDATE audit_entry SET number = 99 WHERE seq = 2; UPDATE audit_entry SET number = 2 WHERE seq = 3; UPDATE audit_entry SET number = 3 WHERE seq = 2',
      'Entry 2 was changed, or does not follow the one before it',
    ],
    [
      'an entry before the first',
      'INSERT INTO audit_entry SELECT 99, time, actor_type, actor_id, actor_name, channel, action, target_type, target_id, project_id, reason, before, after, hash, chain, 0 FROM audit_entry WHERE seq = 1',
      'Entry 0 does not belong',
    ],
    [
      'an entry after the last',
      'INSERT INTO audit_entry SELECT 99, time, actor_type, actor_id, actor_name, channel, action, target_type, target_id, project_id, reason, before, after, hash, chain, 7 FROM audit_entry WHERE seq = 6',
      'goes on to entry 7, behind the sealed head at 6',
    ],
    [
      'a cut tail',
      'DELETE FROM audit_entry WHERE seq > 4',
      'The end was cut off: 6 entries were sealed, the last one there is 4',
    ],
    [
      'a cut tail and a head to match',
      'DELETE FROM audit_entry WHERE seq > 4; UPDATE audit_chain SET count = 4, hash = (SELECT hash FROM audit_entry WHERE seq = 4)',
      'The sealed head was changed',
    ],
    ['a forged seal', 'UPDATE audit_chain SET seal = :noise', 'The sealed head was changed'],
    ['a removed head', 'DELETE FROM audit_chain', 'The sealed head is missing'],
    [
      'an exchanged personal value',
      "UPDATE audit_personal SET value = 'Somebody else' WHERE seq = 5 AND place = 'after.driver'",
      'The personal value after.driver of entry 5 was changed',
    ],
    [
      'an exchanged salt',
      "UPDATE audit_personal SET salt = :noise WHERE seq = 5 AND place = 'before.driver'",
      'The personal value before.driver of entry 5 was changed',
    ],
    [
      'a personal value in a place that has none',
      "INSERT INTO audit_personal VALUES (2, 'after.status', :noise, 'active')",
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
    const { append, verify, tamper } = await openChain()
    await append(6)
    tamper(change, change.includes(':noise') ? { noise: randomBytes(32) } : undefined)
    const verdict = await verify()
    expect(verdict.ok).toBe(false)
    expect(verdict.problem).toContain(problem)
  })

  it('reports a value that was deleted after an erasure, and one that came back', async () => {
    const { append, verify, tamper, rows, erase } = await openChain()
    await append(3)
    const before = rows("SELECT * FROM audit_personal WHERE seq = 2 AND place = 'after.driver'")
    await erase([
      { seq: 2, place: 'after.driver' },
      { seq: 3, place: 'before.driver' },
    ])
    expect(await verify()).toMatchObject({ ok: true, count: 4 })
    for (const row of before)
      tamper('INSERT INTO audit_personal (seq, place, salt, value) VALUES (:seq, :place, :salt, :value)', row)
    expect(await verify()).toMatchObject({ ok: false, problem: '1 personal values are there again that were erased' })
    tamper("DELETE FROM audit_personal WHERE seq < 3 AND place = 'after.driver'")
    expect(await verify()).toMatchObject({ ok: false, problem: '1 personal values are missing that no erasure counts' })
  })

  it('verifies while personal values are being erased', async () => {
    const { append, verify, erase } = await openChain()
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
    const { append, verify, tamper, rows } = await openChain()
    await append(4)
    const [earlier] = rows(HEADS)
    await append(2)
    const noted = (await verify()).head
    // A genuine older head, restored together with the entries it sealed: only a head noted elsewhere reveals it.
    tamper('DELETE FROM audit_entry WHERE seq > 4; DELETE FROM audit_personal WHERE seq > 4')
    tamper(SET_HEAD, earlier)
    expect(await verify()).toMatchObject({ ok: true, count: 4 })
    expect(await verify(noted)).toMatchObject({ ok: false, problem: expect.stringContaining('does not occur') })
  })

  it('reports the head of another continuation of the same entries', async () => {
    const { append, verify, tamper, rows } = await openChain()
    await append(4)
    const [branching] = rows(HEADS)
    await append(2)
    const [other] = rows(HEADS)
    tamper('DELETE FROM audit_entry WHERE seq > 4; DELETE FROM audit_personal WHERE seq > 4')
    tamper(SET_HEAD, branching)
    await append(2)
    expect(await verify()).toMatchObject({ ok: true, count: 6 })
    tamper(SET_HEAD, other)
    expect(await verify()).toMatchObject({ ok: false, problem: 'The sealed head does not belong to entry 6' })
  })

  it('never verifies after a change to any single field of any entry', async () => {
    const { append, verify, tamper, rows } = await openChain()
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
      'chain',
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        fc.integer({ min: 1, max: 8 }),
        fc.string(),
        async (column, seq, text) => {
          const former = rows(`SELECT ${column} AS value FROM audit_entry WHERE seq = ${seq}`)[0]?.['value']
          const set = `UPDATE audit_entry SET ${column} = :value WHERE seq = :seq`
          tamper(set, { value: text, seq })
          const verdict = await verify()
          tamper(set, { value: former, seq })
          expect(verdict.ok).toBe(text === former)
          if (!verdict.ok && column !== 'chain') expect(verdict.problem).toContain(`Entry ${seq} was changed`)
        },
      ),
      { numRuns: 60 },
    )
    expect(await verify()).toMatchObject({ ok: true })
  })
})
