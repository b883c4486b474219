import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../../src-main/bridge/bridge-host.ts'
import type { ApprovalRule } from '../../../src-main/domain/approvals/approval.ts'
import type { Role } from '../../../src-main/domain/people/role.ts'
import type { CallInput, CallName, CallOutput } from '../../../src-preload/contract.ts'
import { holdEnvironment } from '../../../src-main/engine/kernel/hold.ts'
import { COMMAND_LINE, openTestBridge, type TestBridge } from '../../support/bridge.ts'
import { fakeClock, type FakeClock } from '../../support/clock.ts'
import { CLERK } from '../../support/context.ts'
import { partOf, startSmtpReceiver } from '../../support/mail/smtp-receiver.ts'
import { bring } from '../../support/team/people.ts'
import { rowsOf } from '../../support/rows.ts'

const HOUR_MS = 60 * 60 * 1000
const production = 'production' as const

let bridge: TestBridge
let clock: FakeClock
let projectId: string
let anna: Caller
let ben: Caller
let clerk: Caller

const signedIn = (personId: string): Caller => ({
  audience: 'page',
  who: { kind: 'signed-in', personId, sessionId: '00000000-0000-4000-8000-000000000001' },
  channel: 'app',
})
const idOf = ({ who }: Caller) => (who.kind === 'signed-in' ? who.personId : '')

beforeEach(async () => {
  clock = fakeClock()
  bridge = await openTestBridge({ wallClock: clock })
  const { engine } = bridge.test
  projectId = (await engine.projects.create('Fleet', CLERK)).id
  const member = async (name: string, role: Role) =>
    signedIn(await bring(engine, { name, memberships: [{ projectId, role }] }))
  anna = await member('Anna', 'manager')
  ben = await member('Ben', 'manager')
  clerk = await member('Cleo', 'clerk')
  await bridge.call('approvals.setRule', { projectId, enabled: true }, anna)
  return () => bridge.close()
})

/** Active production cards, as from a provider's file. */
async function cards(count: number): Promise<string[]> {
  const { engine, dataDir } = bridge.test
  const file = join(dataDir, 'cards.csv')
  const rows = Array.from(
    { length: count },
    (_, index) => `70000000${1000 + index},p${index},active,B-XY ${index},Erika`,
  )
  writeFileSync(file, ['Card number,Card ID,Status,License plate,Driver', ...rows].join('\n'))
  await engine.environment(production).imports.run(projectId, { file, apply: true }, CLERK)
  const { docs } = await engine
    .environment(production)
    .cards.list(projectId, { page: 1, limit: 100, sortField: 'createdAt' })
  return docs.map(({ id }) => id)
}

const disable = (cardIds: string[]): CallInput<'bulk.start'> => ({
  projectId,
  environment: production,
  request: { selection: { kind: 'cards', cardIds }, command: { type: 'disable' } },
})
const ask = async <Name extends CallName>(call: Name, input: CallInput<Name>, caller = anna) => {
  expect((await bridge.errorOf(call, input, caller))?.code).toBe('error.approval_required')
  return bridge.call('approvals.ask', { call, input, reason: 'The leasing contract ended' }, caller)
}
const approve = (approvalId: string, caller = ben) =>
  bridge.call('approvals.approve', { projectId, approvalId }, caller)
const refusal = async (approvalId: string, caller = ben) =>
  (await bridge.errorOf('approvals.approve', { projectId, approvalId }, caller))?.code
const listed = async (approvalId: string, caller = anna) =>
  (await bridge.call('approvals.list', { projectId }, caller)).find(({ id }) => id === approvalId)
const count = async (status: 'active' | 'inactive') =>
  (await bridge.call('cards.list', { projectId, environment: production, query: { status } }, anna)).total

test('a bulk change of many cards waits for another manager, and is then carried out as the person who asked', async () => {
  const cardIds = await cards(51)
  const asked = await ask('bulk.start', disable(cardIds), clerk)
  expect(asked).toMatchObject({
    state: 'waiting',
    change: { subject: 'bulk', command: 'disable', cards: 51 },
    reason: 'The leasing contract ended',
    isOwn: true,
    mayDecide: false,
  })
  expect(await count('inactive')).toBe(0)
  expect((await bridge.call('approvals.waiting', { projectId }, ben)).count).toBe(1)
  expect((await bridge.call('approvals.waiting', { projectId }, clerk)).count).toBe(0)
  const done = await approve(asked.id)
  expect(done).toMatchObject({ state: 'approved', decider: { name: 'Ben' }, asker: { name: 'Cleo' } })
  await bridge.test.engine.environment(production).bulk.finished(done.jobId ?? '')
  expect(await count('inactive')).toBe(51)

  // The change names both, and so does its approval.
  const changes = await bridge.call('audit.list', { kind: production, projectId, action: 'cards.bulk_start' }, anna)
  expect(changes.docs[0]).toMatchObject({
    actor: { type: 'person', id: idOf(clerk), name: 'Cleo' },
    after: { approvedBy: idOf(ben), approverName: 'Ben' },
  })
  const approvals = await bridge.call('audit.list', { kind: 'control', projectId, action: 'approval.approve' }, anna)
  expect(approvals.docs[0]).toMatchObject({
    actor: { id: idOf(ben) },
    after: { askerId: idOf(clerk), deciderId: idOf(ben), cards: 51 },
  })
  // The name stands in the erasable table alone.
  const entries = rowsOf(
    bridge.test.dataDir,
    production,
    `SELECT after FROM audit_entry WHERE action = 'cards.bulk_start'`,
  )
  expect(JSON.stringify(entries)).not.toContain('"Ben"')
  // What was asked is kept no longer than it is needed.
  expect(rowsOf(bridge.test.dataDir, 'control', 'SELECT input FROM approval')).toEqual([{ input: null }])
})

test('whoever approves a bulk change sees what the cards would get, until it is decided, and no stranger does', async () => {
  const cardIds = await cards(51)
  const values = (approvalId: string, caller: Caller) =>
    bridge.call('approvals.values', { projectId, approvalId }, caller)
  const until = new Date(clock.now().getTime() + 3 * HOUR_MS).toISOString()
  const scope = { projectId, environment: production }
  const selection = { kind: 'cards' as const, cardIds }
  const block = { selection, command: { type: 'disable' as const, reason: 'returned', until } }
  const asked = await ask('bulk.start', { ...scope, request: block, reason: 'Winter break' }, clerk)
  const nothing = { internalReference: null, costCentre: null, notes: null, rows: [], rowsTotal: 0 }
  expect(await values(asked.id, ben)).toEqual({ ...nothing, until, reason: 'returned', note: 'Winter break' })
  expect(await values(asked.id, clerk)).toMatchObject({ until })
  const other = signedIn(await bring(bridge.test.engine, { name: 'Carl', memberships: [{ projectId, role: 'clerk' }] }))
  expect((await bridge.errorOf('approvals.values', { projectId, approvalId: asked.id }, other))?.code).toBe(
    'error.approval_void',
  )
  await approve(asked.id)
  expect(await values(asked.id, ben)).toBeNull()

  const update = { selection, command: { type: 'update' as const, costCentre: '4711', notes: 'For\nErika' } }
  const own = await ask('bulk.start', { ...scope, request: update })
  expect(await values(own.id, ben)).toMatchObject({
    until: null,
    reason: null,
    costCentre: '4711',
    notes: 'For\nErika',
  })
  const rows = Array.from({ length: 51 }, (_, index) => ({
    cardNumber: `70000000${1000 + index}`,
    driver: `Driver ${index}`,
  }))
  const named = await ask('bulk.start', {
    ...scope,
    request: { selection: { kind: 'rows', rows }, command: { type: 'update' } },
  })
  expect(await values(named.id, ben)).toMatchObject({ rows, rowsTotal: 51 })
  // Names are neither in what the list reads nor in the audit log.
  expect(JSON.stringify(await listed(named.id))).not.toContain('Driver 1')
})

test('few cards, a sandbox and a project without the rule wait for nobody', async () => {
  const cardIds = await cards(51)
  expect(await bridge.errorOf('bulk.start', disable(cardIds.slice(0, 50)), clerk)).toBeNull()
  const key = { projectId, environment: 'sandbox', name: 'Sandbox key' } as const
  expect(await bridge.errorOf('keys.create', key, anna)).toBeNull()
  expect((await bridge.errorOf('approvals.ask', { call: 'keys.create', input: key, reason: 'x' }, anna))?.code).toBe(
    'error.validation',
  )
  const { id } = await bridge.test.engine.projects.create('Other', CLERK)
  const other = await bring(bridge.test.engine, { name: 'Dora', memberships: [{ projectId: id, role: 'manager' }] })
  expect(await bridge.errorOf('keys.create', { projectId: id, environment: production }, signedIn(other))).toBeNull()
})

test('the asker cannot approve, nor a clerk, nor a manager of another project', async () => {
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  expect(await refusal(asked.id, anna)).toBe('error.forbidden')
  expect(await refusal(asked.id, clerk)).toBe('error.forbidden')
  const { id } = await bridge.test.engine.projects.create('Other', CLERK)
  const stranger = signedIn(
    await bring(bridge.test.engine, { name: 'Dora', memberships: [{ projectId: id, role: 'manager' }] }),
  )
  expect(await refusal(asked.id, stranger)).toBe('error.forbidden')
  const elsewhere = { projectId: id, approvalId: asked.id }
  expect((await bridge.errorOf('approvals.approve', elsewhere, stranger))?.code).toBe('error.approval_void')
  expect(await bridge.call('approvals.list', { projectId: id }, stranger)).toEqual([])
  expect(await bridge.call('approvals.list', { projectId }, clerk)).toEqual([])
  expect(await listed(asked.id)).toMatchObject({ state: 'waiting' })
})

test('what has changed meanwhile makes it void, and the asker is told', async () => {
  const cardIds = await cards(52)
  const asked = await ask('bulk.start', disable(cardIds), clerk)
  await bridge.call('cards.disable', { projectId, environment: production, cardId: cardIds[0] ?? '' }, clerk)
  expect(await refusal(asked.id)).toBe('error.approval_void')
  expect(await count('inactive')).toBe(1)
  expect(await listed(asked.id, clerk)).toMatchObject({
    state: 'void',
    answer: 'What it would change has changed since it was asked for',
  })
  expect(await refusal(asked.id)).toBe('error.approval_void')
})

test('two managers who approve at once carry it out once, and nobody can repeat it', async () => {
  const cora = signedIn(
    await bring(bridge.test.engine, { name: 'Cora', memberships: [{ projectId, role: 'manager' }] }),
  )
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  const outcomes = await Promise.all([refusal(asked.id, ben), refusal(asked.id, cora)])
  expect(outcomes.toSorted()).toEqual(['error.approval_void', undefined])
  expect(await refusal(asked.id)).toBe('error.approval_void')
  expect((await bridge.call('keys.list', { projectId }, anna)).length).toBe(1)
})

test('a request lapses after 72 hours', async () => {
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  clock.advance(72 * HOUR_MS + 1)
  expect(await refusal(asked.id)).toBe('error.approval_void')
  expect(await listed(asked.id)).toMatchObject({ state: 'expired', mayDecide: false })
  await bridge.test.engine.approvals.run()
  expect(rowsOf(bridge.test.dataDir, 'control', 'SELECT state, input FROM approval')).toEqual([
    { state: 'expired', input: null },
  ])
})

test('who has lost the role meanwhile neither approves nor is carried out for', async () => {
  const first = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  const { people } = bridge.test.engine
  await people.setRole(idOf(ben), projectId, 'clerk', CLERK)
  expect(await refusal(first.id)).toBe('error.forbidden')
  await people.setRole(idOf(ben), projectId, 'manager', CLERK)
  await people.setRole(idOf(anna), projectId, 'clerk', CLERK)
  expect(await refusal(first.id)).toBe('error.approval_void')
  expect(await bridge.call('keys.list', { projectId }, ben)).toEqual([])
  await people.setRole(idOf(anna), projectId, 'manager', CLERK)
  const second = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  await people.suspend(idOf(anna), CLERK)
  expect(await refusal(second.id)).toBe('error.approval_void')
  expect(await bridge.call('keys.list', { projectId }, ben)).toEqual([])
})

test('an approved key is collected by its asker, once', async () => {
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  const approved = await approve(asked.id)
  expect(approved.hasSecret).toBe(false)
  expect(await listed(asked.id)).toMatchObject({ state: 'approved', hasSecret: true })
  const collect = (caller: Caller) => bridge.errorOf('approvals.collect', { projectId, approvalId: asked.id }, caller)
  expect((await collect(ben))?.code).toBe('error.forbidden')
  const { key } = await bridge.call('approvals.collect', { projectId, approvalId: asked.id }, anna)
  expect(key?.key).toMatch(/^sk_live_/)
  expect((await bridge.test.engine.keys.authenticate(key?.key ?? '')).name).toBe('Fleet software')
  expect((await collect(anna))?.code).toBe('error.approval_void')
  expect(await listed(asked.id)).toMatchObject({ hasSecret: false })
  const stored = JSON.stringify(rowsOf(bridge.test.dataDir, 'control', 'SELECT * FROM approval'))
  expect(stored).not.toContain(key?.key)
})

test('a secret that nobody collects is forgotten after three days', async () => {
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  await approve(asked.id)
  clock.advance(73 * HOUR_MS)
  await bridge.test.engine.approvals.run()
  expect(await listed(asked.id)).toMatchObject({ state: 'approved', hasSecret: false })
})

test('a provider’s address and credentials wait, its schedule does not, and no credential is seen', async () => {
  const rest = (token: string) => ({
    projectId,
    connection: {
      adapter: 'rest' as const,
      baseUrl: 'https://portal.example/v1',
      auth: { type: 'bearer' as const, token },
    },
  })
  const asked = await ask('provider.set', rest('first-token'))
  expect(asked.change).toEqual({
    subject: 'provider',
    place: 'https://portal.example/v1',
    before: null,
    newCredentials: true,
  })
  expect(JSON.stringify(rowsOf(bridge.test.dataDir, 'control', 'SELECT * FROM approval'))).not.toContain('first-token')
  await approve(asked.id)
  const unchanged = { projectId, connection: { adapter: 'rest' as const, baseUrl: 'https://portal.example/v1' } }
  expect(await bridge.errorOf('provider.set', { ...unchanged, schedule: { enabled: false } }, anna)).toBeNull()
  // Two ask at the same time: the second one would replace what it has not seen.
  const [second, third] = [
    await ask('provider.set', rest('second-token')),
    await ask('provider.set', rest('third-token')),
  ]
  await approve(second.id)
  expect(await refusal(third.id)).toBe('error.approval_void')
  const insecure = {
    projectId,
    connection: {
      adapter: 'rest' as const,
      baseUrl: 'http://portal.example',
      auth: { type: 'bearer' as const, token: 'x' },
    },
  }
  expect(
    (await bridge.errorOf('approvals.ask', { call: 'provider.set', input: insecure, reason: 'x' }, anna))?.code,
  ).toBe('error.validation')
})

test('another address for the production webhook waits, and its secret is collected', async () => {
  const place = { projectId, environment: production }
  const created = await ask('webhook.create', { ...place, url: 'https://hooks.example/a', events: ['card.updated'] })
  await approve(created.id)
  const { webhook } = await bridge.call('approvals.collect', { projectId, approvalId: created.id }, anna)
  expect(webhook?.secret).toMatch(/^whsec_/)
  expect(await bridge.errorOf('webhook.update', { ...place, events: ['card.disabled'] }, anna)).toBeNull()
  expect(await bridge.errorOf('webhook.update', { ...place, url: 'https://hooks.example/a' }, anna)).toBeNull()
  const moved = await ask('webhook.update', { ...place, url: 'https://hooks.example/b' })
  await approve(moved.id)
  expect((await bridge.call('webhook.get', place, anna))?.url).toBe('https://hooks.example/b')
  const wrong = { ...place, url: 'http://hooks.example/c' }
  expect(
    (await bridge.errorOf('approvals.ask', { call: 'webhook.update', input: wrong, reason: 'x' }, anna))?.code,
  ).toBe('error.validation')
})

test('the rule itself: stricter at once, looser only with a second person', async () => {
  const set = (change: Partial<ApprovalRule>) => ({ projectId, ...change })
  expect(await bridge.call('approvals.setRule', set({ bulkOver: 10 }), anna)).toEqual({ enabled: true, bulkOver: 10 })
  await ask('approvals.setRule', set({ bulkOver: 11 }))
  const off = await ask('approvals.setRule', set({ enabled: false }))
  await approve(off.id)
  expect(await bridge.call('approvals.rule', { projectId }, clerk)).toEqual({ enabled: false, bulkOver: 10 })
  expect(await bridge.errorOf('keys.create', { projectId, environment: production }, anna)).toBeNull()
})

test('the machine’s own command line passes, and the audit log says so', async () => {
  const { id } = await bridge.call('keys.create', { projectId, environment: production }, COMMAND_LINE)
  const { docs } = await bridge.call('audit.list', { kind: 'control', projectId, targetId: id }, anna)
  expect(docs[0]).toMatchObject({ action: 'api_key.create', channel: 'cli', after: { approval: 'command_line' } })
  // A remote command line is a person like any other, and so is the window of the machine itself.
  const key = { projectId, environment: production }
  expect((await bridge.errorOf('keys.create', key, { ...anna, audience: 'command-line', channel: 'cli' }))?.code).toBe(
    'error.approval_required',
  )
  expect((await bridge.errorOf('keys.create', key))?.code).toBe('error.approval_required')
})

test('one’s own approved job is undone without asking again; someone else’s is not', async () => {
  const asked = await ask('bulk.start', disable(await cards(51)), clerk)
  const { jobId } = await approve(asked.id)
  const job = { projectId, environment: production, jobId: jobId ?? '' }
  await bridge.test.engine.environment(production).bulk.finished(job.jobId)
  expect((await bridge.errorOf('bulk.undo', job, anna))?.code).toBe('error.approval_required')
  const undone: CallOutput<'bulk.undo'> = await bridge.call('bulk.undo', job, clerk)
  await bridge.test.engine.environment(production).bulk.finished(undone.id)
  expect(await count('active')).toBe(51)
})

test('releasing a hold waits for a manager of every project that asks for a second person', async () => {
  const { engine } = bridge.test
  await engine
    .environment(production)
    .change((transaction) =>
      holdEnvironment(transaction, { since: clock.now().toISOString(), reason: 'restored', backup: 'b' }),
    )
  const boss = signedIn(await bring(engine, { name: 'Frida', isAdministrator: true }))
  const asked = await ask('hold.release', { environment: production }, boss)
  const { id: other } = await engine.projects.create('Other', CLERK)
  await bridge.call('approvals.setRule', { projectId: other, enabled: true })
  expect(await refusal(asked.id)).toBe('error.forbidden')
  await engine.people.setRole(idOf(ben), other, 'manager', CLERK)
  await approve(asked.id)
  expect(await engine.environment(production).hold.state()).toBeNull()
})

test('a request is declined with a reason, or withdrawn by its asker alone', async () => {
  const input = { projectId, environment: production, name: 'Fleet software' }
  const declined = await ask('keys.create', input)
  const answer = { projectId, approvalId: declined.id, answer: 'Use the present key' }
  expect((await bridge.errorOf('approvals.decline', answer, anna))?.code).toBe('error.forbidden')
  expect(await bridge.call('approvals.decline', answer, ben)).toMatchObject({
    state: 'declined',
    answer: 'Use the present key',
  })
  const withdrawn = await ask('keys.create', input)
  const place = { projectId, approvalId: withdrawn.id }
  expect((await bridge.errorOf('approvals.withdraw', place, ben))?.code).toBe('error.forbidden')
  expect((await bridge.call('approvals.withdraw', place, anna)).state).toBe('withdrawn')
  expect(await refusal(withdrawn.id)).toBe('error.approval_void')
})

test('a call that the asker may not make cannot be asked for', async () => {
  const key = { projectId, environment: production, name: 'Fleet software' }
  expect((await bridge.errorOf('approvals.ask', { call: 'keys.create', input: key, reason: 'x' }, clerk))?.code).toBe(
    'error.forbidden',
  )
  expect((await bridge.errorOf('approvals.ask', { call: 'nothing', input: {}, reason: 'x' }, anna))?.code).toBe(
    'error.route_not_found',
  )
  expect((await bridge.errorOf('approvals.ask', { call: 'keys.create', input: {}, reason: 'x' }, anna))?.code).toBe(
    'error.forbidden',
  )
})

test('nobody asks for what their role forbids, or in a project that is not theirs', async () => {
  const { engine } = bridge.test
  const viewer = signedIn(await bring(engine, { name: 'Vera', memberships: [{ projectId, role: 'viewer' }] }))
  const stranger = signedIn(await bring(engine, { name: 'Sam', memberships: [] }))
  const place = { projectId, environment: production }
  const calls: [CallName, Record<string, unknown>, Caller[]][] = [
    ['bulk.start', disable(await cards(51)), [viewer, stranger]],
    ['keys.create', { ...place, name: 'Live' }, [viewer, stranger, clerk]],
    ['keys.roll', { keyId: '0b0f7a52-9d4e-4c7a-8f43-3c1b7a2f9d10' }, [viewer, stranger, clerk]],
    ['webhook.create', { ...place, url: 'https://a.example/', events: ['card.created'] }, [viewer, stranger, clerk]],
    ['provider.set', { projectId, connection: { adapter: 'file', folder: null } }, [viewer, stranger, clerk]],
    ['approvals.setRule', { projectId, enabled: false }, [viewer, stranger, clerk]],
    ['hold.release', { environment: production }, [viewer, stranger, clerk, anna]],
    ['backup.restore', { path: '/' }, [viewer, stranger, clerk, anna]],
  ]
  for (const [call, input, callers] of calls)
    for (const caller of callers)
      expect([call, await bridge.errorOf('approvals.ask', { call, input, reason: 'x' }, caller)]).toMatchObject([
        call,
        { code: 'error.forbidden', reason: 'role' },
      ])
  expect(rowsOf(bridge.test.dataDir, 'control', 'SELECT id FROM approval')).toEqual([])
})

test('what is still being carried out after ten minutes was interrupted: it is void, and the asker is told', async () => {
  const { engine } = bridge.test
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Live' })
  const manager = await engine.people.caller(idOf(ben))
  if (manager === null) throw new Error('Ben is a manager')
  const granted = await engine.approvals.grant(projectId, asked.id, manager)
  await engine.approvals.run()
  expect(await listed(asked.id)).toMatchObject({ state: 'deciding' })
  expect(await refusal(asked.id)).toBe('error.approval_void')
  clock.advance(10 * 60 * 1000 + 1)
  await engine.approvals.run()
  expect(await listed(asked.id)).toMatchObject({
    state: 'void',
    answer: expect.stringContaining('look whether the change was made') as string,
  })
  const { docs } = await bridge.call('audit.list', { kind: 'control', projectId, action: 'approval.void' }, anna)
  expect(docs[0]).toMatchObject({
    actor: { type: 'system' },
    after: { askerId: idOf(anna), deciderId: idOf(ben), subject: 'live_key' },
  })
  // If it was only slow, what it says in the end changes nothing.
  await engine.approvals.conclude(granted, { done: true, jobId: null, secret: 'fc_late' }, manager, CLERK)
  expect(await listed(asked.id)).toMatchObject({ state: 'void' })
  // What was asked for is gone with it.
  expect(rowsOf(bridge.test.dataDir, 'control', 'SELECT input FROM approval')).toEqual([{ input: null }])
})

test('an erasure takes a driver out of reasons and answers, and names the requests that still have them', async () => {
  const cardIds = await cards(51)
  const driver = 'Erika Mustermann'
  const rows = cardIds.map((_, index) => ({
    cardNumber: `70000000${1000 + index}`,
    driver,
    licensePlate: `B-NE ${index}`,
  }))
  const waiting = await ask('bulk.start', {
    projectId,
    environment: production,
    request: { selection: { kind: 'rows', rows }, command: { type: 'update' } },
  })
  const key = { projectId, environment: production, name: 'Live' }
  const declined = await bridge.call(
    'approvals.ask',
    { call: 'keys.create', input: key, reason: `${driver} wants it` },
    anna,
  )
  await bridge.call('approvals.decline', { projectId, approvalId: declined.id, answer: `Not for ${driver}` }, ben)
  expect((await bridge.call('personal.find', { projectId, driver }, anna)).others).toBeGreaterThanOrEqual(2)

  const { remaining } = await bridge.call('personal.erase', { projectId, driver }, anna)
  expect(remaining).toEqual([{ what: 'approvals', count: 1, until: waiting.expiresAt }])
  expect(await listed(declined.id)).toMatchObject({ reason: '(erased)', answer: '(erased)' })
  await bridge.call('approvals.withdraw', { projectId, approvalId: waiting.id }, anna)
  expect((await bridge.call('personal.erase', { projectId, driver }, anna)).remaining).toEqual([])
})

test('both are told by e-mail', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts } = bridge.test.engine
  await alerts.setServer(receiver.input(), CLERK)
  const asked = await ask('keys.create', { projectId, environment: production, name: 'Fleet software' })
  await alerts.run()
  await receiver.arrived(1)
  const [toBen] = receiver.mails
  expect(toBen?.to).toEqual(['ben@fleet.example'])
  expect(partOf(toBen?.raw ?? '', 'text/plain')).toContain('Anna asks for a live API key.')
  await approve(asked.id)
  await alerts.run()
  const mails = await receiver.arrived(2)
  expect(mails[1]?.to).toEqual(['anna@fleet.example'])
  expect(partOf(mails[1]?.raw ?? '', 'text/plain')).toMatch(/Approved by Ben and carried out.*\s+.*Collect the key/)
  expect(receiver.mails.map(({ raw }) => raw).join('')).not.toContain('sk_live_')
})
