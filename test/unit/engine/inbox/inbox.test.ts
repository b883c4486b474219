import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInboxHandler } from '../../../../src-main/api/inbox.ts'
import { inboxBehaviourSchema } from '../../../../src-main/domain/webhooks/inbox.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { createWebhook, simulate } from '../../../support/webhooks.ts'

let test: TestEngine
let projectId: string
let server: ReturnType<typeof createServer>
let origin: string

beforeEach(async () => {
  test = await openTestEngine()
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
  const inbox = createInboxHandler(() => test.engine)
  server = createServer((request, response) => {
    if (!inbox(request, response)) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  test.engine.setNetwork({ ownPorts: [port] })
})
afterEach(async () => {
  await test.close()
  server.closeAllConnections()
  server.close()
})

const sandbox = () => test.engine.environment('sandbox')
function inboxes() {
  const { inboxes } = sandbox()
  if (inboxes === null) throw new Error('a sandbox has inboxes')
  return inboxes
}
const behave = (answer: string) => inboxes().setBehaviour(projectId, inboxBehaviourSchema.parse({ answer }), CLERK)

describe('the inbox', () => {
  it('shows what arrived with the result of both verifications', async () => {
    const { path } = await inboxes().open(projectId)
    await createWebhook(sandbox(), projectId, origin + path)
    const arrived = new Promise((resolve) => inboxes().onArrival((project) => resolve(project)))
    const { event } = await simulate(sandbox(), projectId)
    expect(await arrived).toBe(projectId)
    const [arrival] = await inboxes().arrivals(projectId, { limit: 10 })
    expect(JSON.parse(arrival?.body ?? '')).toEqual(event)
    expect(arrival).toMatchObject({ answered: '200', verdicts: { standard: 'valid', hex: 'valid' } })
    expect(JSON.stringify(arrival?.headers)).toContain('v1,…')
  })

  it('flags a message that is unsigned or was altered', async () => {
    const { path } = await inboxes().open(projectId)
    await createWebhook(sandbox(), projectId, origin + path)
    await fetch(origin + path, { method: 'POST', body: '{}' })
    expect((await inboxes().arrivals(projectId, { limit: 1 }))[0]?.verdicts).toEqual({
      standard: 'missing',
      hex: 'missing',
    })
    const now = Math.floor(Date.now() / 1000)
    await fetch(origin + path, {
      method: 'POST',
      body: '{}',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(now),
        'webhook-signature': 'v1,AAAA',
        'x-webhook-signature': `t=${now - 3600},v1=00`,
      },
    })
    expect((await inboxes().arrivals(projectId, { limit: 1 }))[0]?.verdicts).toEqual({
      standard: 'invalid',
      hex: 'too_old',
    })
  })

  it.each([
    ['500', 500],
    ['410', 410],
    ['429', 429],
  ] as const)('answers as set: %s', async (answer, status) => {
    await behave(answer)
    const { path } = await inboxes().open(projectId)
    const response = await fetch(origin + path, { method: 'POST', body: '{}' })
    expect(response.status).toBe(status)
    if (answer === '429') expect(response.headers.get('retry-after')).toBe('30')
    expect((await inboxes().arrivals(projectId, { limit: 1 }))[0]?.answered).toBe(answer)
  })

  it('resets the connection when set to', async () => {
    await behave('reset')
    const { path } = await inboxes().open(projectId)
    await expect(fetch(origin + path, { method: 'POST', body: '{}' })).rejects.toThrow()
    expect(await inboxes().arrivals(projectId, { limit: 1 })).toHaveLength(1)
  })

  it('keeps its address over a restart, and accepts no other token', async () => {
    const { path } = await inboxes().open(projectId)
    await test.reopen()
    expect((await inboxes().open(projectId)).path).toBe(path)
    expect((await fetch(`${origin}/inbox/unknown`, { method: 'POST', body: '{}' })).status).toBe(404)
    expect((await fetch(origin + path, { method: 'POST', body: 'x'.repeat(65 * 1024) })).status).toBe(413)
    expect((await fetch(origin + path)).status).toBe(405)
  })
})
