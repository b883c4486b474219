import { describe, expect, it } from 'vitest'
import { lockedKeySchema, unlockKey } from '../../../../src-main/engine/backup/locked-key.ts'
import { dataKeyFrom } from '../../../../src-main/engine/kernel/secrets/data-key.ts'
import { lockKey } from '../../../support/backup-of-before.ts'

const key = new Uint8Array(32).map((_, index) => index * 7)
const { id } = dataKeyFrom(key)

describe('a data key under a passphrase', () => {
  it('opens with its passphrase, even with composed letters, and with no other', async () => {
    const locked = await lockKey(key, 'Schlüssel für später')
    expect(await unlockKey(locked, id, 'Schlüssel für später')).toEqual(Buffer.from(key))
    expect(await unlockKey(locked, id, 'Schlüssel für später'.normalize('NFD'))).toEqual(Buffer.from(key))
    expect(await unlockKey(locked, id, 'Schlüssel für spater')).toBeNull()
  })

  it('is a different text each time', async () => {
    const [first, second] = await Promise.all([lockKey(key, 'passphrase'), lockKey(key, 'passphrase')])
    expect(first.body).not.toBe(second.body)
    expect(first.salt).not.toBe(second.salt)
  })

  it('does not open if any of it was changed, or for another key', async () => {
    const locked = await lockKey(key, 'passphrase')
    const flipped = Buffer.from(locked.body, 'base64')
    flipped[3] = (flipped[3] ?? 0) ^ 1
    expect(await unlockKey({ ...locked, body: flipped.toString('base64') }, id, 'passphrase')).toBeNull()
    expect(await unlockKey({ ...locked, body: '' }, id, 'passphrase')).toBeNull()
    expect(await unlockKey(locked, '0000000000000000', 'passphrase')).toBeNull()
  })

  it('is not read from a manifest that would exhaust the memory or weaken the protection', async () => {
    const locked = await lockKey(key, 'passphrase')
    expect(lockedKeySchema.safeParse(locked).success).toBe(true)
    for (const N of [2 ** 30, 2 ** 10, 0, -1, 100_000])
      expect(lockedKeySchema.safeParse({ ...locked, N }).success).toBe(false)
    expect(lockedKeySchema.safeParse({ ...locked, r: 1024 }).success).toBe(false)
  })
})
