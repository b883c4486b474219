import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CHAIN_RESTART,
  EMPTY_DIGEST,
  extendDigest,
  type ChainRestart,
} from '../../../../../src-main/engine/kernel/audit/chain-restart.ts'
import { firstKey, openChain, secondKey, type Chain } from './audit-chain.ts'

describe('a chain continued under another data key', () => {
  async function restarted(): Promise<Chain> {
    const chain = await openChain()
    await chain.append(5)
    await chain.restart()
    await chain.append(3, secondKey)
    return chain
  }

  it('verifies with the new key, and reports from where on it is proven', async () => {
    const { verify } = await restarted()
    expect(await verify(undefined, secondKey)).toMatchObject({ ok: true, count: 9, problem: null, provenFrom: 6 })
  })

  it('still holds the earlier heads', async () => {
    const chain = await openChain()
    await chain.append(5)
    const { head } = await chain.verify()
    await chain.restart()
    expect(await chain.verify(head, secondKey)).toMatchObject({ ok: true })
  })

  it('can start on an empty chain, and again later', async () => {
    const chain = await openChain()
    await chain.restart()
    await chain.append(2, secondKey)
    await chain.restart()
    expect(await chain.verify(undefined, secondKey)).toMatchObject({ ok: true, count: 3, provenFrom: 3 })
    expect(await chain.verifyAll(undefined, secondKey)).toMatchObject({
      ok: true,
      chains: [{ chain: 'service/sandbox', count: 2, provenFrom: 2 }, { chain: 'p1/sandbox' }],
    })
  })

  it.each<[string, (sealed: ChainRestart) => Partial<ChainRestart>]>([
    ['says nothing of the entries before it', () => ({})],
    ['counts other entries before it', (sealed) => ({ ...sealed, entries: 6 })],
    ['has another digest of the entries before it', (sealed) => ({ ...sealed, digest: '00'.repeat(32) })],
  ])('is not proven by a restart that %s', async (_what, contentOf) => {
    const { database, append, record, verify } = await openChain()
    await append(5)
    const entries = await database.all(database.build.selectFrom('audit_entry').selectAll().orderBy('seq'))
    const sealed: ChainRestart = {
      entries: 5,
      digest: entries.reduce(extendDigest, EMPTY_DIGEST).toString('hex'),
      previousKeyId: firstKey.id,
      keyId: secondKey.id,
    }
    await record(
      { action: CHAIN_RESTART, target: { type: 'audit', id: null }, projectId: 'p1', after: contentOf(sealed) },
      { key: secondKey },
    )
    const problem = 'An entry before 6 was changed after the data key was replaced'
    expect(await verify(undefined, secondKey)).toMatchObject({ ok: false, problem })
  })

  const cases: [what: string, change: string, problem: string][] = [
    [
      'an entry from before that was edited',
      "UPDATE audit_entry SET actor_name = 'Somebody else' WHERE seq = 2",
      'An entry before 6 was changed after the data key was replaced',
    ],
    [
      'an entry from before whose hash was edited',
      'UPDATE audit_entry SET hash = :noise WHERE seq = 2',
      'An entry before 6 was changed',
    ],
    ['an entry from before that was removed', 'DELETE FROM audit_entry WHERE seq = 2', 'Entry 2 is missing'],
    [
      'a personal value from before that was exchanged',
      "UPDATE audit_personal SET value = 'x' WHERE seq = 2",
      'The personal value after.driver of entry 2 was changed',
    ],
    [
      'a restart that was edited',
      "UPDATE audit_entry SET after = replace(after, 'entries', 'entrees') WHERE seq = 6",
      'Entry 6 was changed',
    ],
    [
      'a restart that was renamed',
      "UPDATE audit_entry SET action = 'card.update' WHERE seq = 6",
      'Entry 1 was changed',
    ],
    [
      'an entry since then that was edited',
      "UPDATE audit_entry SET actor_name = 'Somebody else' WHERE number = 8",
      'Entry 8 was changed',
    ],
  ]

  it.each(cases)('reports %s', async (_what, change, problem) => {
    const { verify, tamper } = await restarted()
    tamper(change, change.includes(':noise') ? { noise: randomBytes(32) } : undefined)
    const verdict = await verify(undefined, secondKey)
    expect(verdict.ok).toBe(false)
    expect(verdict.problem).toContain(problem)
  })
})
