import { beforeAll, describe, expect, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../../src-main/domain/access.ts'
import type { Card } from '../../../src-main/domain/card.ts'
import { ServiceError } from '../../../src-main/domain/errors.ts'
import { createBridge, type Bridge } from '../../../src-main/bridge/bridge.ts'
import { LOCAL, type BridgeHost, type Caller } from '../../../src-main/bridge/bridge-host.ts'
import type { Engine } from '../../../src-main/engine/engine.ts'
import { DatabaseError } from '../../../src-main/engine/folder-lock.ts'
import { CONTRACT, type CallInput, type CallName, type CallOutput } from '../../../src-preload/contract.ts'
import { openTestEngine } from '../../support/engine.ts'

const PAGE: Caller = {
  audience: 'page',
  who: LOCAL,
  channel: 'app',
}
const COMMAND_LINE: Caller = {
  audience: 'command-line',
  who: LOCAL,
  channel: 'cli',
}
const HOST: BridgeHost = {
  baseUrl: () => 'http://127.0.0.1:4010/v1',
  issueLoginLink: () => null,
  restore: () => Promise.reject(new Error('not in this test')),
}
const UNKNOWN_ID = '0b0f7a52-9d4e-4c7a-8f43-3c1b7a2f9d10'

let engine: Engine
let bridge: Bridge
const logged: { message: string; fields: Record<string, unknown> | undefined }[] = []

beforeAll(async () => {
  const opened = await openTestEngine({
    logger: { log: (_level, message, fields) => logged.push({ message, fields }) },
  })
  engine = opened.engine
  bridge = createBridge({ engine: () => engine, host: HOST })
  return () => opened.close()
})

/** The value of a successful call. */
async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  caller: Caller = COMMAND_LINE,
): Promise<CallOutput<Name>> {
  const result = await bridge.handle(name, input, caller)
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
  return result.value as CallOutput<Name>
}

async function errorOf(name: string, input: unknown, caller: Caller = COMMAND_LINE, on: Bridge = bridge) {
  const result = await on.handle(name, input, caller)
  return result.ok ? null : result.error
}

async function fleet(cards = 0): Promise<Project> {
  const project = await call('projects.create', { name: 'Fleet' })
  if (cards > 0) await call('cards.mock', { projectId: project.id, count: cards, seed: 5 })
  return project
}

describe('the border', () => {
  test.each(['nothing.like.this', 'constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
    'knows no call named %j',
    async (name) => {
      expect(await errorOf(name, {})).toMatchObject({ code: 'error.route_not_found' })
    },
  )

  const forTheCommandLine = Object.entries(CONTRACT).filter(([, { audience }]) => audience === 'command-line')
  test.each(forTheCommandLine.map(([name]) => name))('keeps %s from pages', async (name) => {
    expect(await errorOf(name, {}, PAGE)).toMatchObject({ code: 'error.forbidden' })
  })

  test('names each faulty field once', async () => {
    expect(
      await errorOf('cards.activate', { projectId: 'x', environment: 'moon', cardId: UNKNOWN_ID, licensePlate: ' ' }),
    ).toMatchObject({
      code: 'error.validation',
      details: [
        { field: 'projectId', message: 'Must be a UUID' },
        { field: 'environment', message: expect.stringContaining('sandbox') as string },
        { field: 'licensePlate', message: 'License plate is required' },
        { field: 'driver', message: 'Driver name is required' },
      ],
    })
  })

  test.each([null, undefined, 'text', 7, []])('takes no input but an object: %j', async (input) => {
    expect(await errorOf('projects.create', input)).toMatchObject({ code: 'error.validation' })
  })

  test('passes on the code and words of an expected refusal', async () => {
    const error = await errorOf('keys.revoke', { keyId: UNKNOWN_ID })
    expect(error).toEqual({
      code: 'error.key_not_found',
      message: 'API key not found',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
  })

  test('reports an unusable database in its own words', async () => {
    const failing = createBridge({
      engine: () => engine,
      host: {
        ...HOST,
        restore: () => Promise.reject(new DatabaseError('full', '/data/x', '/data/x cannot grow: the disk is full')),
      },
    })
    expect(await errorOf('backup.restore', { path: '/backup' }, COMMAND_LINE, failing)).toMatchObject({
      code: 'error.unavailable',
      message: '/data/x cannot grow: the disk is full',
    })
  })

  test('hides a bug behind a request id that the log explains', async () => {
    const failing = createBridge({
      engine: () => engine,
      host: { ...HOST, restore: () => Promise.reject(new TypeError('secret detail')) },
    })
    const error = await errorOf('backup.restore', { path: '/backup' }, COMMAND_LINE, failing)
    expect(error).toEqual({
      code: 'error.internal',
      message: 'Something went wrong inside the service',
      requestId: error?.requestId,
    })
    expect(logged.find(({ fields }) => fields?.['requestId'] === error?.requestId)?.fields?.['error']).toContain(
      'secret detail',
    )
  })

  test('checks its answers against the contract', async () => {
    const lying = createBridge({ engine: () => engine, host: { ...HOST, baseUrl: () => 7 as never } })
    expect(await errorOf('service.info', {}, PAGE, lying)).toMatchObject({ code: 'error.internal' })
  })

  test('answers error.unavailable while the engine is closed', async () => {
    const closed = createBridge({ engine: () => null, host: HOST })
    expect(await errorOf('projects.list', {}, PAGE, closed)).toMatchObject({ code: 'error.unavailable' })
  })
})

describe('calls', () => {
  test('report where the service listens', async () => {
    expect(await call('service.info', {}, PAGE)).toEqual({
      version: '0.0.0-test',
      dataDir: engine.dataDir,
      baseUrl: 'http://127.0.0.1:4010/v1',
      api: { state: 'on', port: 4010 },
      holds: { sandbox: null, production: null },
      releaseNeedsApproval: false,
      notices: [],
      isAtMachine: true,
      isCluster: false,
    })
  })

  test('create, rename, archive and delete a project, the last only if its name is given', async () => {
    const { id } = await fleet(3)
    expect(await call('projects.rename', { projectId: id, name: ' Trucks ' })).toMatchObject({ id, name: 'Trucks' })
    expect((await call('projects.archive', { projectId: id })).archivedAt).not.toBeNull()
    expect(await errorOf('projects.delete', { projectId: id, name: 'Fleet' })).toMatchObject({
      code: 'error.validation',
      details: [{ field: 'name' }],
    })
    const { backup } = await call('projects.delete', { projectId: id, name: 'Trucks' })
    expect((await call('backup.list', {})).map(({ path }) => path)).toContain(backup)
    expect(await errorOf('cards.list', { projectId: id, environment: 'sandbox' })).toMatchObject({
      code: 'error.project_not_found',
    })
  })

  test('show a key once', async () => {
    const { id } = await fleet()
    const key: CreatedApiKey = await call('keys.create', { projectId: id, environment: 'production', name: 'Dispatch' })
    expect((await engine.keys.authenticate(key.key)).id).toBe(key.id)
    expect(JSON.stringify(await call('keys.list', { projectId: id }))).not.toContain(key.key)
    const rolled = await call('keys.roll', { keyId: key.id, overlapSeconds: 0 })
    await expect(() => engine.keys.authenticate(key.key)).rejects.toThrow(ServiceError)
    await call('keys.revoke', { keyId: rolled.id })
    await expect(() => engine.keys.authenticate(rolled.key)).rejects.toThrow(ServiceError)
    expect(await errorOf('keys.list', { projectId: UNKNOWN_ID })).toMatchObject({ code: 'error.project_not_found' })
  })

  test('change a card, and record who did it and through which door', async () => {
    const { id } = await fleet(200)
    const scope = { projectId: id, environment: 'sandbox' as const }
    const { docs } = await call('cards.list', { ...scope, query: { status: 'new', limit: 1 } })
    const cardId = docs[0]?.id ?? ''
    const card: Card = await call(
      'cards.activate',
      { ...scope, cardId, licensePlate: 'B-XY 12', driver: 'Ada', reason: 'New van' },
      PAGE,
    )
    expect(card).toMatchObject({ status: 'active', licensePlate: 'B-XY 12' })
    expect(await errorOf('cards.activate', { ...scope, cardId, licensePlate: 'B-XY 12', driver: 'Ada' })).toMatchObject(
      { code: 'error.card_already_active' },
    )
    await call('cards.update', { ...scope, cardId, driver: 'Grace' })
    await call('cards.disable', { ...scope, cardId, reason: 'Lost' })
    await call('cards.enable', { ...scope, cardId })
    expect(await call('cards.get', { ...scope, cardId })).toMatchObject({ status: 'active', driver: 'Grace' })
    const entries = (await call('audit.list', { kind: 'sandbox', targetId: cardId }, PAGE)).docs
    const { id: localId } = await call('profile.get', {})
    expect(
      entries.map(({ action, actor, channel, reason }) => [action, actor.type, actor.id, channel, reason]),
    ).toEqual([
      ['card.enable', 'person', localId, 'cli', null],
      ['card.disable', 'person', localId, 'cli', 'Lost'],
      ['card.update', 'person', localId, 'cli', null],
      ['card.activate', 'person', localId, 'app', 'New van'],
    ])
  })

  test('report the progress of long work, and end it', async () => {
    const { id } = await fleet()
    const controller = new AbortController()
    const error = await errorOf(
      'cards.mock',
      { projectId: id, count: 1_000_000 },
      { ...COMMAND_LINE, signal: controller.signal, onProgress: () => controller.abort() },
    )
    expect(error).toMatchObject({ code: 'error.unavailable' })
    expect((await call('cards.list', { projectId: id, environment: 'sandbox' })).total).toBeLessThan(1_000_000)
  })

  test('issue no sign-in link if there is no page', async () => {
    expect(await errorOf('login.issue', {})).toMatchObject({ code: 'error.unavailable' })
  })

  test('find the files sound and the chains proven', async () => {
    expect(await call('check', {})).toMatchObject({
      ok: true,
      files: [{ name: 'control.sqlite' }, { name: 'sandbox.sqlite' }, { name: 'production.sqlite' }],
    })
    const verdict = await call('audit.verify', {})
    expect(verdict.ok).toBe(true)
    expect(await call('audit.verify', { expect: verdict.control.head })).toMatchObject({ ok: true })
    expect(await call('audit.verify', { expect: verdict.sandbox.head })).toMatchObject({ ok: true })
    const { id: projectId } = await fleet()
    const own = await call('audit.verify', { projectId })
    expect(own).toMatchObject({ ok: true, control: { chains: [{ chain: `${projectId}/control`, count: 1 }] } })
    const expected = own.control.chains[0]?.head ?? ''
    expect(await call('audit.verify', { projectId, expect: expected })).toMatchObject({ ok: true })
    expect(await call('audit.verify', { expect: expected.replace(':1:', ':2:') })).toMatchObject({
      ok: false,
      control: { ok: false, problem: expect.stringContaining(`${projectId}/control: The head`) },
      sandbox: { ok: true },
    })
    expect(await call('audit.verify', { expect: `1:${'0'.repeat(64)}` })).toMatchObject({
      ok: false,
      control: { ok: false },
      production: { ok: false },
    })
    expect(await call('audit.verify', { expect: `service/sandbox:1:${'0'.repeat(64)}` })).toMatchObject({
      ok: false,
      control: { ok: true },
      sandbox: { ok: false },
    })
    expect(await call('audit.verify', { expect: `sandbox:1:${'0'.repeat(64)}` })).toMatchObject({
      ok: false,
      control: { ok: true },
      sandbox: { ok: false },
    })
  })

  test('release nothing that is not held', async () => {
    expect(await call('hold.release', {})).toEqual({ released: [] })
  })
})

describe('the desktop shell', () => {
  test('is reported by a host that has one, and null elsewhere', async () => {
    expect(await call('desktop.get', {}, PAGE)).toEqual({ desktop: null })
    expect(await call('desktop.update', { closeToTray: false }, PAGE)).toEqual({ desktop: null })
    let closeToTray = true
    const state = () =>
      ({
        startWithSystem: null,
        closeToTray,
        notifications: true,
        updates: 'source',
        update: null,
        keyProtection: 'key_store',
      }) as const
    const desktop = {
      state,
      update: (change: { closeToTray?: boolean | undefined }) => (
        (closeToTray = change.closeToTray ?? closeToTray),
        state()
      ),
    }
    const own = createBridge({ engine: () => engine, host: { ...HOST, desktop } })
    expect(await own.handle('desktop.update', { closeToTray: false }, PAGE)).toMatchObject({
      ok: true,
      value: { desktop: { closeToTray: false } },
    })
    expect(await own.handle('desktop.get', {}, PAGE)).toMatchObject({
      ok: true,
      value: { desktop: { closeToTray: false, startWithSystem: null } },
    })
    expect(await errorOf('desktop.update', { closeToTray: 'yes' }, PAGE, own)).toMatchObject({
      code: 'error.validation',
    })
  })
})
