import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ProviderConnection } from '../../../../src-main/domain/sync/provider.ts'
import { createAuditLog } from '../../../../src-main/engine/kernel/audit/audit-log.ts'
import { forgetSealed } from '../../../../src-main/engine/backup/lost-secrets.ts'
import type { Providers } from '../../../../src-main/engine/sync/providers.ts'
import type { Sync } from '../../../../src-main/engine/sync/sync.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { startTestPortal } from '../../../support/portal/portal.ts'
import { SIGNAL } from '../../../support/portal/rest-portal.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { rowsOf } from '../../../support/rows.ts'

const SECRETS = ['s3cret-of-the-client', 'static-token-of-the-test']
const OAUTH: ProviderConnection = {
  adapter: 'rest',
  baseUrl: 'https://gateway.example/fuel',
  auth: { type: 'oauth2', clientId: 'fleet', clientSecret: SECRETS[0] ?? '' },
}
const BEARER: ProviderConnection = {
  adapter: 'rest',
  baseUrl: 'https://gateway.example/fuel',
  auth: { type: 'bearer', token: SECRETS[1] ?? '' },
}
/** Nothing runs automatically. */
const BY_HAND = { enabled: false }

/** Over PostgreSQL an engine's own clock is the server's, which this process can only estimate. */
const clock = fakeClock()
let test: TestEngine
let projectId: string
beforeEach(async () => {
  test = await openTestEngine({ wallClock: clock })
  onTestFinished(() => test.close())
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
})

function sync(): Sync {
  const production = test.engine.environment('production').sync
  if (production === null) throw new Error('production has no synchronisation')
  return production
}
const providers = (): Providers => sync().providers
const keyOf = () => Number(rowsOf(test.dataDir, 'production', 'SELECT project_key FROM provider')[0]?.['project_key'])

/** Contents by the name of the file. */
function storedFiles(): Map<string, Buffer | string> {
  const entries = readdirSync(test.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(entries.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))]))
}

/** The rows of each table of production as text. */
function storedTables(): Map<string, Buffer | string> {
  const tables = rowsOf(
    test.dataDir,
    'production',
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'production'",
  )
  return new Map(
    tables.map(({ name }) => [
      String(name),
      JSON.stringify(rowsOf(test.dataDir, 'production', `SELECT row::text FROM "${String(name)}" AS row`)),
    ]),
  )
}

describe('the connection of a project', () => {
  it('does not exist at first, and never in a sandbox', async () => {
    expect(await providers().get(projectId)).toBeNull()
    expect(test.engine.environment('sandbox').sync).toBeNull()
  })

  it('is shown without its credentials, with its default schedule', async () => {
    const shown = await providers().set(projectId, OAUTH, {}, CLERK)
    expect(shown).toMatchObject({
      adapter: 'rest',
      baseUrl: 'https://gateway.example/fuel',
      authType: 'oauth2',
      clientId: 'fleet',
      hasCredentials: true,
      takesChanges: true,
      schedule: { enabled: true, intervalMinutes: 15 },
    })
    expect(JSON.stringify(await providers().get(projectId))).not.toContain(SECRETS[0])
  })

  it('keeps its credentials in no file, log or audit entry in clear', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    await providers().set(projectId, BEARER, BY_HAND, CLERK)
    const places = OVER_POSTGRES ? storedTables() : storedFiles()
    expect(places.keys().toArray()).toContain(OVER_POSTGRES ? 'provider' : 'production.sqlite-wal')
    for (const [name, content] of places)
      for (const secret of SECRETS) {
        expect(content.includes(secret), `${secret} in ${name}`).toBe(false)
        expect(content.includes(Buffer.from(secret).toString('hex')), `${secret} in ${name}`).toBe(false)
      }
  })

  it('is opened again after a restart, and not in another project', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    await test.reopen()
    expect(await sync().portals.portalOf(keyOf())).not.toBeNull()
    const other = (await test.engine.projects.create('Other', CLERK)).id
    await providers().set(other, BEARER, BY_HAND, CLERK)
    const [mine, theirs] = rowsOf(
      test.dataDir,
      'production',
      'SELECT credentials FROM provider ORDER BY project_key',
    ).map((row) => String(row['credentials']))
    expect(mine).not.toBe(theirs)
  })

  it('is refused if it leads to a private or reserved address, until the network is listed', async () => {
    const leading = (baseUrl: string, tokenUrl?: string): ProviderConnection => ({
      adapter: 'rest',
      baseUrl,
      auth: { type: 'oauth2', clientId: 'fleet', clientSecret: 'x', ...(tokenUrl === undefined ? {} : { tokenUrl }) },
    })
    for (const connection of [leading('https://10.1.2.3/fuel'), leading('https://169.254.169.254')]) {
      await expect(providers().set(projectId, connection, BY_HAND, CLERK)).rejects.toMatchObject({
        code: 'error.validation',
        details: [{ field: 'connection.baseUrl', message: expect.stringContaining('private') as string }],
      })
      await expect(providers().test(projectId, connection, SIGNAL)).rejects.toMatchObject({ code: 'error.validation' })
    }
    await expect(
      providers().set(projectId, leading('https://gateway.example', 'https://[2002:7f00:1::]/token'), BY_HAND, CLERK),
    ).rejects.toMatchObject({ details: [{ field: 'connection.auth.tokenUrl' }] })
    await test.engine.settings.update({ allowedNetworks: ['10.1.0.0/16'] }, CLERK)
    expect(await providers().set(projectId, leading('https://10.1.2.3/fuel'), BY_HAND, CLERK)).toMatchObject({
      baseUrl: 'https://10.1.2.3/fuel',
    })
  })

  it('is checked again when it is dialled: a network no longer listed is not reached', async () => {
    await test.engine.settings.update({ allowedNetworks: ['127.0.0.0/8'] }, CLERK)
    const portal = await startTestPortal()
    const connection: ProviderConnection = {
      adapter: 'rest',
      baseUrl: portal.baseUrl.replace('http:', 'https:'),
      auth: { type: 'bearer', token: portal.staticToken },
    }
    await providers().set(projectId, connection, BY_HAND, CLERK)
    expect(await providers().test(projectId, undefined, SIGNAL)).toMatchObject({ result: 'tls' })
    await test.engine.settings.update({ allowedNetworks: [] }, CLERK)
    expect(await providers().test(projectId, undefined, SIGNAL)).toMatchObject({ result: 'destination' })
    const { id } = await sync().pull(projectId, {}, CLERK)
    expect(await sync().wait(projectId, id, {})).toMatchObject({ state: 'failed', failureKind: 'destination' })
  })

  it('keeps its credentials if none are given, unless the address leads to another host', async () => {
    await expect(
      providers().set(projectId, { adapter: 'rest', baseUrl: 'https://gateway.example' }, BY_HAND, CLERK),
    ).rejects.toMatchObject({ code: 'error.validation', details: [{ field: 'connection.auth' }] })
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    expect(
      await providers().set(projectId, { adapter: 'rest', baseUrl: 'https://gateway.example/other' }, {}, CLERK),
    ).toMatchObject({
      baseUrl: 'https://gateway.example/other',
      clientId: 'fleet',
      hasCredentials: true,
      schedule: BY_HAND,
    })
    for (const baseUrl of ['https://elsewhere.example/fuel', 'https://gateway.example:8443', 'http://127.0.0.1:4020']) {
      await expect(providers().set(projectId, { adapter: 'rest', baseUrl }, {}, CLERK), baseUrl).rejects.toMatchObject({
        details: [{ field: 'connection.auth' }],
      })
      await expect(providers().test(projectId, { adapter: 'rest', baseUrl }, SIGNAL), baseUrl).rejects.toMatchObject({
        details: [{ field: 'connection.auth' }],
      })
    }
  })

  it.each([
    [{ ...OAUTH, baseUrl: 'http://gateway.example' }, 'connection.baseUrl'],
    [{ ...OAUTH, auth: { type: 'bearer', token: 'with space' } }, 'connection.auth.token'],
    [{ adapter: 'file', folder: 'relative' }, 'connection.folder'],
    [{ adapter: 'file', folder: '/not/there' }, 'connection.folder'],
  ] as [ProviderConnection, string][])('is refused, naming the faulty field: %j', async (connection, field) => {
    const refusal = await providers()
      .set(projectId, connection, {}, CLERK)
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'error.validation', details: [{ field }] })
    expect(JSON.stringify(refusal)).not.toContain('with space')
    expect(await providers().get(projectId)).toBeNull()
  })

  it('may be a folder of exports, which takes no changes', async () => {
    const folder = temporaryFolder()
    expect(await providers().set(projectId, { adapter: 'file', folder }, BY_HAND, CLERK)).toMatchObject({
      adapter: 'file',
      folder,
      baseUrl: null,
      hasCredentials: false,
      takesChanges: false,
    })
    expect(await sync().portals.portalOf(keyOf())).toBeNull()
    expect(await providers().test(projectId, undefined, SIGNAL)).toMatchObject({ result: 'ok' })
  })

  it('discards what was known of the portal before, including the start of the next delta', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    await test.engine.environment('production').change(async (transaction) => {
      await transaction.run(
        transaction.build
          .updateTable('provider')
          .set({ last_portal_time: 'x', last_full_pull_at: 'x', capabilities: '{}', failure_count: 3 }),
      )
    })
    expect(await providers().set(projectId, OAUTH, {}, CLERK)).toMatchObject({ failureCount: 0 })
    expect(
      rowsOf(test.dataDir, 'production', 'SELECT last_portal_time, last_full_pull_at, capabilities FROM provider'),
    ).toEqual([{ last_portal_time: null, last_full_pull_at: null, capabilities: null }])
  })

  it('changes only its schedule, and is refused if there is none', async () => {
    await expect(providers().schedule(projectId, { enabled: true }, CLERK)).rejects.toMatchObject({
      code: 'error.validation',
    })
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    const { schedule } = await providers().schedule(projectId, { enabled: true, intervalMinutes: 60 }, CLERK)
    expect(schedule).toMatchObject({ enabled: true, intervalMinutes: 60 })
    expect(Date.parse(schedule.nextRunAt ?? '') - clock.now().getTime()).toBe(3_600_000)
    expect((await providers().schedule(projectId, { enabled: false }, CLERK)).schedule.nextRunAt).toBeNull()
  })

  it('records every change in the audit log', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    await providers().schedule(projectId, { intervalMinutes: 30 }, CLERK)
    await providers().remove(projectId, CLERK)
    await providers().remove(projectId, CLERK)
    expect(await providers().get(projectId)).toBeNull()
    const { docs } = await test.engine.audit.list('production', { page: 1, limit: 10, projectId })
    expect(docs.map(({ action }) => action)).toEqual(['provider.remove', 'provider.schedule', 'provider.set'])
    expect(docs[2]?.after).toMatchObject({
      adapter: 'rest',
      baseUrl: 'https://gateway.example/fuel',
      clientId: 'fleet',
      hasCredentials: true,
    })
  })
})

describe('a connection whose data key is gone', () => {
  it('keeps its address and asks for the credentials again', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    await test.engine
      .environment('production')
      .change((transaction) =>
        forgetSealed(transaction, createAuditLog(randomBytes(32), fakeClock()), '2026-01-01T00:00:00.000Z'),
      )
    expect(await providers().get(projectId)).toMatchObject({
      baseUrl: 'https://gateway.example/fuel',
      hasCredentials: false,
    })
    expect(await sync().portals.portalOf(keyOf())).toBeNull()
    expect(await providers().test(projectId, undefined, SIGNAL)).toMatchObject({ result: 'credentials' })
    const { id } = await sync().pull(projectId, {}, CLERK)
    expect(await sync().wait(projectId, id, {})).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/credentials/) as string,
    })
    expect(await providers().set(projectId, OAUTH, {}, CLERK)).toMatchObject({ hasCredentials: true })
  })
})

describe('the portals for pushes', () => {
  it('are one for each connection, and a new one after a change', async () => {
    const portal = await startTestPortal()
    const connection = (): ProviderConnection => ({
      adapter: 'rest',
      baseUrl: portal.baseUrl,
      auth: { type: 'oauth2', clientId: portal.clientId, clientSecret: portal.clientSecret },
    })
    await providers().set(projectId, connection(), BY_HAND, CLERK)
    const told: number[] = []
    onTestFinished(sync().portals.onChange((projectKey) => told.push(projectKey)))
    const first = await sync().portals.portalOf(keyOf())
    expect(await sync().portals.portalOf(keyOf())).toBe(first)
    expect(await sync().portals.capabilitiesOf(keyOf(), SIGNAL)).toMatchObject({ name: 'Reference portal' })
    expect((await portal.requests()).byRoute['token']).toEqual({ '200': 1 })

    await providers().set(projectId, connection(), BY_HAND, CLERK)
    expect(told).toEqual([keyOf()])
    const second = await sync().portals.portalOf(keyOf())
    expect(second).not.toBe(first)
    await expect(
      first?.capabilities(SIGNAL).then(() => first.listCards(null, { limit: 1 }, SIGNAL)),
    ).rejects.toMatchObject({ kind: 'aborted' })
    expect((await second?.listCards(null, { limit: 1 }, SIGNAL))?.cards).toHaveLength(1)
    const key = keyOf()
    await providers().remove(projectId, CLERK)
    expect(await sync().portals.portalOf(key)).toBeNull()
  })

  it('do not exist if the portal says that it takes no changes', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    await test.engine.environment('production').change(async (transaction) => {
      await transaction.run(transaction.build.updateTable('provider').set({ capabilities: '{"changes":[]}' }))
    })
    expect(await providers().get(projectId)).toMatchObject({ takesChanges: false })
    expect(await sync().portals.portalOf(keyOf())).toBeNull()
    expect(await sync().portals.capabilitiesOf(keyOf(), SIGNAL)).toMatchObject({ changes: [], largestPage: 100 })
  })

  it('trust the extra certificates as soon as the host adds them', async () => {
    await providers().set(projectId, OAUTH, BY_HAND, CLERK)
    const before = await sync().portals.portalOf(keyOf())
    test.engine.setNetwork({
      extraCa: [readFileSync(join(import.meta.dirname, '../../../fixtures/tls/cert.pem'), 'utf8')],
    })
    expect(await sync().portals.portalOf(keyOf())).not.toBe(before)
  })
})
