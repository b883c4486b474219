import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { KEY_PREFIX } from '../../../../src-main/domain/access.ts'
import type { ApiKeys } from '../../../../src-main/engine/access/api-keys.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'

const MINUTE_MS = 60_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('API keys', () => {
  let clock: FakeClock
  let opened: TestEngine
  let keys: ApiKeys
  let projectId: string

  beforeEach(async () => {
    clock = fakeClock()
    opened = await openTestEngine({ wallClock: clock, runsWork: false })
    onTestFinished(() => opened.close())
    projectId = (await opened.engine.projects.create('Fleet', CLERK)).id
    keys = opened.engine.keys
  })

  const make = (environment: 'sandbox' | 'production' = 'sandbox', expiresAt: string | null = null) =>
    keys.create({ projectId, environment, name: 'Dispatch', expiresAt }, CLERK)
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  const listed = async (id: string) => (await keys.list()).find((key) => key.id === id)
  const audited = () =>
    rowsOf(
      opened.dataDir,
      'control',
      "SELECT action, target_type, target_id, project_id, after FROM audit_entry WHERE action LIKE 'api_key%' ORDER BY seq",
    ).map((entry): Record<string, unknown> => ({ ...entry, after: JSON.parse(String(entry['after'])) as unknown }))

  describe('when made', () => {
    it('name project, environment and beginning, and are shown whole this once', async () => {
      for (const environment of ['sandbox', 'production'] as const) {
        const { key, ...made } = await make(environment)
        expect(key).toMatch(new RegExp(`^${KEY_PREFIX[environment]}[A-Za-z0-9_-]{43}$`))
        expect(made).toEqual({
          id: made.id,
          projectId,
          environment,
          name: 'Dispatch',
          prefix: key.slice(0, KEY_PREFIX[environment].length + 8),
          createdAt: at(0),
          lastUsedAt: null,
          expiresAt: null,
          revokedAt: null,
        })
        expect(await listed(made.id)).toEqual(made)
      }
    })

    it('are kept as a hash alone', async () => {
      const { key, id } = await make()
      const [row] = rowsOf(opened.dataDir, 'control', `SELECT * FROM api_key WHERE id = '${id}'`)
      expect(Buffer.from(row?.['hash'] as Uint8Array)).toEqual(createHash('sha256').update(key).digest())
      expect(JSON.stringify(row)).not.toContain(key)
    })

    it('need a project that is there', async () => {
      const made = keys.create({ projectId: UNKNOWN, environment: 'sandbox', name: 'Nobody' }, CLERK)
      await expect(made).rejects.toMatchObject({ code: 'error.project_not_found' })
      expect((await keys.list()).filter(({ name }) => name === 'Nobody')).toEqual([])
    })

    it('are listed newest first, of one project or of all', async () => {
      const first = await make()
      clock.advance(1)
      const second = await make()
      clock.advance(1)
      const { id: otherProject } = await opened.engine.projects.create('Other', CLERK)
      const other = await keys.create({ projectId: otherProject, environment: 'sandbox', name: 'Other' }, CLERK)
      expect((await keys.list(projectId)).map(({ id }) => id)).toEqual([second.id, first.id])
      expect((await keys.list()).map(({ id }) => id)).toEqual([other.id, second.id, first.id])
      expect((await listed(other.id))?.expiresAt).toBeNull()
    })
  })

  describe('when presented', () => {
    it('are accepted as what they are', async () => {
      const { key, ...made } = await make('production')
      expect(await keys.authenticate(key)).toEqual(made)
      expect(await keys.authenticate(key)).toMatchObject({ id: made.id, environment: 'production' })
      expect(await keys.authenticateChosen(made.id)).toMatchObject({ id: made.id })
    })

    it.each(['', 'sk_sandbox_short', `sk_sandbox_${'A'.repeat(43)}`, `xsk_sandbox_${'A'.repeat(43)}`])(
      'are refused where there is none like %j',
      async (text) => {
        await make()
        await expect(keys.authenticate(text)).rejects.toMatchObject({
          code: 'error.unauthorized',
          message: expect.not.stringContaining('revoked') as string,
        })
      },
    )

    it('are refused from the moment they expire, and not before', async () => {
      const { key, id } = await make('sandbox', at(MINUTE_MS))
      clock.advance(MINUTE_MS - 1)
      expect(await keys.authenticate(key)).toMatchObject({ id })
      clock.advance(1)
      await expect(keys.authenticate(key)).rejects.toMatchObject({ code: 'error.unauthorized' })
      await expect(keys.authenticateChosen(id)).rejects.toMatchObject({ code: 'error.unauthorized' })
      await expect(keys.authenticateChosen(UNKNOWN)).rejects.toMatchObject({ code: 'error.unauthorized' })
    })

    it('are refused at once when revoked, however often they were accepted before', async () => {
      const { key, id } = await make()
      await keys.authenticate(key)
      await keys.authenticate(key)
      await keys.revoke(id, CLERK)
      const revoked = { code: 'error.unauthorized', message: 'API key has been revoked' }
      await expect(keys.authenticate(key)).rejects.toMatchObject(revoked)
      await expect(keys.authenticateChosen(id)).rejects.toMatchObject(revoked)
    })

    it('have their last use noted, at most once a minute', async () => {
      const { key, id } = await make()
      const used = at(0)
      await keys.authenticate(key)
      await expect.poll(async () => (await listed(id))?.lastUsedAt).toBe(used)
      clock.advance(MINUTE_MS)
      await keys.authenticate(key)
      // Whatever it writes is written before this is.
      await keys.create({ projectId, environment: 'sandbox', name: 'Later' }, CLERK)
      expect((await listed(id))?.lastUsedAt).toBe(used)
      clock.advance(1)
      await keys.authenticate(key)
      await expect.poll(async () => (await listed(id))?.lastUsedAt).toBe(at(0))
    })

    it('keep their last use over a restart', async () => {
      const { key, id } = await make()
      const used = at(0)
      await keys.authenticate(key)
      await expect.poll(async () => (await listed(id))?.lastUsedAt).toBe(used)
      const engine = await opened.reopen()
      clock.advance(MINUTE_MS / 2)
      await engine.keys.authenticate(key)
      await engine.keys.create({ projectId, environment: 'sandbox', name: 'Later' }, CLERK)
      expect((await engine.keys.list()).find((one) => one.id === id)?.lastUsedAt).toBe(used)
    })
  })

  describe('when rolled', () => {
    it('both work until the overlap is over', async () => {
      const old = await make()
      const successor = await keys.roll(old.id, { overlapSeconds: 60 }, CLERK)
      expect(successor).toMatchObject({ projectId, name: 'Dispatch', environment: 'sandbox', expiresAt: null })
      expect(successor.key).not.toBe(old.key)
      clock.advance(MINUTE_MS - 1)
      expect(await keys.authenticate(old.key)).toMatchObject({ id: old.id, expiresAt: at(1) })
      clock.advance(1)
      await expect(keys.authenticate(old.key)).rejects.toMatchObject({ code: 'error.unauthorized' })
      expect(await keys.authenticate(successor.key)).toMatchObject({ id: successor.id })
    })

    it('end at once without an overlap', async () => {
      const old = await make()
      await keys.roll(old.id, { overlapSeconds: 0 }, CLERK)
      await expect(keys.authenticate(old.key)).rejects.toMatchObject({ code: 'error.unauthorized' })
    })

    it('need a key that is there and not revoked', async () => {
      await expect(keys.roll(UNKNOWN, { overlapSeconds: 0 }, CLERK)).rejects.toMatchObject({
        code: 'error.key_not_found',
      })
      const { id } = await make()
      await keys.revoke(id, CLERK)
      await expect(keys.roll(id, { overlapSeconds: 0 }, CLERK)).rejects.toMatchObject({
        code: 'error.validation',
        message: 'A revoked key cannot be rolled; create a new one',
        details: [{ field: 'keyId', message: 'The key is revoked', problem: { code: 'key_revoked' } }],
      })
      expect(await keys.list()).toHaveLength(1)
    })
  })

  it('are revoked once', async () => {
    const { id } = await make()
    const revokedAt = at(0)
    expect(await keys.revoke(id, CLERK)).toMatchObject({ id, revokedAt })
    clock.advance(MINUTE_MS)
    expect(await keys.revoke(id, CLERK)).toMatchObject({ id, revokedAt })
    expect((await listed(id))?.revokedAt).toBe(revokedAt)
    expect(audited().filter((entry) => entry['action'] === 'api_key.revoke')).toHaveLength(1)
    await expect(keys.revoke(UNKNOWN, CLERK)).rejects.toMatchObject({ code: 'error.key_not_found' })
  })

  it('are audited with what happened to them', async () => {
    const old = await make('sandbox', at(10 * MINUTE_MS))
    const successor = await keys.roll(old.id, { overlapSeconds: 60 }, CLERK)
    await keys.revoke(successor.id, CLERK)
    const named = ({ id, prefix }: { id: string; prefix: string }) => ({
      entry: { target_type: 'api_key', target_id: id, project_id: projectId },
      after: { name: 'Dispatch', prefix, environment: 'sandbox' },
    })
    expect(audited()).toEqual([
      {
        action: 'api_key.create',
        ...named(old).entry,
        after: { ...named(old).after, expiresAt: at(10 * MINUTE_MS) },
      },
      {
        action: 'api_key.roll',
        ...named(old).entry,
        after: {
          ...named(old).after,
          expiresAt: at(MINUTE_MS),
          successor: successor.id,
          successorExpiresAt: at(10 * MINUTE_MS),
        },
      },
      { action: 'api_key.revoke', ...named(successor).entry, after: { ...named(successor).after, revokedAt: at(0) } },
    ])
  })

  it('are published whenever one changes', async () => {
    let changes = 0
    const end = opened.engine.onLive(({ name }) => {
      if (name === 'key.changed') changes += 1
    })
    onTestFinished(end)
    const { id, key } = await make()
    await expect.poll(() => changes).toBe(1)
    await keys.authenticate(key)
    await expect.poll(() => changes).toBe(2)
    await keys.roll(id, { overlapSeconds: 60 }, CLERK)
    await expect.poll(() => changes).toBe(3)
    await keys.revoke(id, CLERK)
    await expect.poll(() => changes).toBe(4)
  })
})
