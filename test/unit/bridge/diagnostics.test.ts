import { expect, onTestFinished, test } from 'vitest'
import { createBridge } from '../../../src-main/bridge/bridge.ts'
import { LOCAL, type Caller } from '../../../src-main/bridge/bridge-host.ts'
import { silentLogger } from '../../../src-main/engine/kernel/ports.ts'
import { keepRecent, KEPT_LINES } from '../../../src-main/engine/desk/recent-log.ts'
import type { CallInput, CallName, CallOutput } from '../../../src-preload/contract.ts'
import { CLERK } from '../../support/context.ts'
import { fakeClock, openTestEngine } from '../../support/engine.ts'
import { createWebhook, inTransaction } from '../../support/webhooks.ts'

const PAGE: Caller = {
  audience: 'page',
  who: LOCAL,
  channel: 'app',
}

test('the diagnostics hold versions, settings, counts, log and checks, and no personal data', async () => {
  const clock = fakeClock()
  const log = keepRecent(silentLogger, clock)
  const opened = await openTestEngine({ wallClock: clock, logger: log })
  onTestFinished(() => opened.close())
  const { engine } = opened
  const bridge = createBridge({
    engine: () => engine,
    host: {
      baseUrl: () => 'http://127.0.0.1:4010/v1',
      issueLoginLink: () => null,
      restore: () => Promise.reject(new Error('not here')),
      recentLog: log.recent,
    },
  })
  const call = async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const result = await bridge.handle(name, input, PAGE)
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
    return result.value as CallOutput<Name>
  }

  const project = await engine.projects.create('Secret customer', CLERK)
  const sandbox = engine.environment('sandbox')
  await sandbox.mockCards?.createDemo(project.id, CLERK)
  const { docs } = await sandbox.cards.list(project.id, { page: 1, limit: 100, sortField: 'createdAt' })
  const fresh = docs.find(({ status }) => status === 'new')
  await sandbox.cards.command(
    project.id,
    fresh?.id ?? '',
    { type: 'activate', licensePlate: 'B-GREP 77', driver: 'Grepina Gesucht' },
    CLERK,
  )
  const key = await engine.keys.create({ projectId: project.id, environment: 'sandbox', name: 'Key of Grepina' }, CLERK)
  const webhook = await createWebhook(sandbox, project.id, 'https://hooks.example/path-with-token')
  const inbox = await sandbox.inboxes?.open(project.id)
  await inTransaction(sandbox, (transaction) => sandbox.webhooks.rotateWithin(transaction, project.id, 60, CLERK))
  log.log('error', 'another program said', {
    error: `Bearer ${key.key} at https://ada:hunter2@proxy.example/x?token=abcdef with ${webhook.secret} to http://127.0.0.1:4010/inbox/${inbox?.token}`,
  })

  const { downloadId, name } = await call('diagnostics.download', {})
  const { data, done } = await call('downloads.read', { downloadId, offset: 0 })
  const text = Buffer.from(data, 'base64').toString('utf8')
  expect([name, done]).toEqual(['fuelcard-desk-diagnostics-2026-03-14.json', true])
  expect(JSON.parse(text)).toMatchObject({
    versions: { product: '0.0.0-test', node: process.versions.node },
    host: { baseUrl: 'http://127.0.0.1:4010/v1' },
    settings: { rateLimits: { sandbox: 100 }, extraCa: [] },
    projects: { all: 1, keys: 1 },
    environments: {
      sandbox: { webhooks: { active: 1 }, events: { 'card.activated': 1 }, deliveries: {} },
      production: { cards: {} },
    },
    check: { ok: true },
    // A slow machine adds lines of its own, such as a warning about a slow query.
    log: expect.arrayContaining([
      expect.objectContaining({
        level: 'error',
        message: 'another program said',
        fields: { error: expect.stringContaining('https://…@proxy.example/x?token=…') as string },
      }),
    ]) as unknown[],
  })
  const people = docs
    .flatMap(({ driver, licensePlate, cardNumber }) => [driver, licensePlate, cardNumber])
    .filter((value) => value !== null)
  const secrets = [
    key.key,
    key.key.slice(12),
    webhook.secret,
    webhook.secret.slice(6),
    inbox?.token ?? '',
    'hunter2',
    'abcdef',
    'path-with-token',
  ]
  for (const secret of [...people, ...secrets, 'B-GREP', 'Grepina', 'Secret customer'])
    expect(text, secret).not.toContain(secret)
})

test('the newest five hundred log lines are kept, without those for developers', () => {
  const log = keepRecent(silentLogger, fakeClock())
  for (let number = 0; number < KEPT_LINES + 20; number += 1)
    log.log('info', `line ${number}`, { number, long: 'x'.repeat(5_000) })
  log.log('debug', 'not this')
  expect(log.recent()).toHaveLength(KEPT_LINES)
  expect(log.recent().at(-1)).toMatchObject({ message: 'line 519', fields: { number: 519 } })
  expect(String(log.recent()[0]?.fields?.['long'])).toHaveLength(2_000)
})
