import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Engine } from '../../../src-main/engine/engine.ts'
import { settingsOfFolder } from '../../../src-main/engine/open-stores.ts'
import { CLERK } from '../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../support/engine.ts'
import { OVER_POSTGRES } from '../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../support/rows.ts'
import { startTlsReceiver, TLS_CERTIFICATE } from '../../support/tls-receiver.ts'
import { createWebhook } from '../../support/webhooks.ts'

let opened: TestEngine
let engine: Engine

beforeEach(async () => {
  opened = await openTestEngine()
  engine = opened.engine
})

afterEach(() => opened.close())

test('a setting applies at once and after a restart; an unset one has its default', async () => {
  expect(engine.settings.view()).toMatchObject({
    settings: { rateLimits: { sandbox: 100, production: 600 }, api: { port: 4010 } },
    fixed: [],
  })
  await engine.settings.update({ rateLimits: { sandbox: 7 }, theme: 'dark' }, CLERK)
  await engine.settings.update({ rateLimits: { production: 8 }, language: 'nl' }, CLERK)
  const expected = { rateLimits: { sandbox: 7, production: 8 }, theme: 'dark', language: 'nl' }
  expect(engine.settings.current()).toMatchObject(expected)
  engine = await opened.reopen()
  expect(engine.settings.current()).toMatchObject({ ...expected, api: { enabled: true, port: 4010 } })
})

test('options of this run override stored settings, and are named', async () => {
  const started = await openTestEngine({ fixedSettings: { rateLimits: { sandbox: 3 }, api: { enabled: true } } })
  const { settings, fixed } = await started.engine.settings.update(
    { rateLimits: { sandbox: 50, production: 60 } },
    CLERK,
  )
  expect([settings.rateLimits, fixed]).toEqual([{ sandbox: 3, production: 60 }, ['rateLimits.sandbox', 'api.enabled']])
  if (!OVER_POSTGRES) expect(settingsOfFolder(started.dataDir).rateLimits).toEqual({ sandbox: 50, production: 60 })
  await started.close()
})

test('only differences are recorded, with who made them', async () => {
  await engine.settings.update({ theme: 'auto', backup: { keep: 3 } }, CLERK)
  await engine.settings.update({ backup: { keep: 3 } }, CLERK)
  const { docs, total } = await engine.audit.list('control', { action: 'settings.update', page: 1, limit: 10 })
  expect(total).toBe(1)
  expect(docs[0]).toMatchObject({
    actor: { name: CLERK.actor.name },
    before: { 'backup.keep': 14 },
    after: { 'backup.keep': 3 },
  })
})

test.each([
  [{ allowedNetworks: ['10.0.0.0/8', '10.0.0.0/64'] }, 'allowedNetworks', '10.0.0.0/64'],
  [{ allowedNetworks: ['fleet.example'] }, 'allowedNetworks', 'fleet.example'],
  [{ extraCa: 'not a certificate' }, 'extraCa', 'PEM'],
  [{ extraCa: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 'extraCa', 'PEM'],
])('%j is refused, and nothing is stored', async (change, field, words) => {
  await expect(engine.settings.update({ theme: 'dark', ...change }, CLERK)).rejects.toMatchObject({
    code: 'error.validation',
    details: [{ field, message: expect.stringContaining(words) }],
  })
  expect(engine.settings.current().theme).toBe('auto')
})

test('a private key next to the certificate is refused: it would end up in every backup', async () => {
  const key = readFileSync(join(TLS_CERTIFICATE, '../key.pem'), 'utf8')
  const certificate = readFileSync(TLS_CERTIFICATE, 'utf8')
  await expect(engine.settings.update({ extraCa: certificate + key }, CLERK)).rejects.toMatchObject({
    code: 'error.validation',
    details: [{ field: 'extraCa' }],
  })
  expect(rowsOf(opened.dataDir, 'control', "SELECT value FROM setting WHERE name = 'settings'")).toEqual([])
})

test('a single address is a network, and networks are stored in one form', async () => {
  const { settings } = await engine.settings.update({ allowedNetworks: ['10.20.0.7', 'fd00::/8'] }, CLERK)
  expect(settings.allowedNetworks).toEqual(['10.20.0.7/32', 'fd00::/8'])
})

test('a stored certificate lets deliveries reach a receiver that it signed, until it is removed', async () => {
  const receiver = await startTlsReceiver()
  const { id } = await engine.projects.create('Fleet', CLERK)
  const sandbox = engine.environment('sandbox')
  await createWebhook(sandbox, id, receiver.url)
  expect(await sandbox.webhooks.test(id)).toMatchObject({
    success: false,
    statusCode: null,
    message: 'The certificate is self-signed',
  })
  expect(receiver.arrivals()).toBe(0)
  await engine.settings.update({ extraCa: `Our own authority\n${readFileSync(TLS_CERTIFICATE, 'utf8')}` }, CLERK)
  expect(await sandbox.webhooks.test(id)).toMatchObject({ success: true, statusCode: 200 })
  await engine.settings.update({ extraCa: '' }, CLERK)
  expect(await sandbox.webhooks.test(id)).toMatchObject({ success: false })
  expect(receiver.arrivals()).toBe(1)
  const { docs } = await engine.audit.list('control', { action: 'settings.update', page: 1, limit: 10 })
  expect(docs.at(-1)?.after).toEqual({ extraCa: ['CN=fuel.example'] })
})

test('a setting stored by another version, without meaning here, counts as unset', async () => {
  await engine.settings.update({ theme: 'dark' }, CLERK)
  changeRows(opened.dataDir, 'control', "UPDATE setting SET value = :value WHERE name = 'settings'", {
    value: JSON.stringify({ theme: 'sepia', language: 'de', backup: { keep: -1 } }),
  })
  engine = await opened.reopen()
  expect(engine.settings.current()).toMatchObject({ theme: 'auto', language: 'de', backup: { keep: 14 } })
})
