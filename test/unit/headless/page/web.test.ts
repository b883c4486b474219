import { expect, onTestFinished, test } from 'vitest'
import type { Bridge } from '../../../../src-main/bridge/bridge.ts'
import { createInHand } from '../../../../src-main/bridge/in-hand.ts'
import { createLiveFeed } from '../../../../src-main/bridge/live-feed.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { silentLogger } from '../../../../src-main/engine/kernel/ports.ts'
import { openWeb, type WebOptions } from '../../../../src-main/headless/page/web.ts'
import { openTestEngine } from '../../../support/engine.ts'

const NO_BRIDGE: Bridge = { handle: () => Promise.reject(new Error('not in this test')) }

async function webOn(engine: () => Engine | null, options: Partial<WebOptions> = {}) {
  const web = await openWeb(
    { host: '127.0.0.1', port: 0, tls: null, page: true, allowedHosts: [], ...options },
    { engine, live: createLiveFeed(), bridge: NO_BRIDGE, inHand: createInHand(), logger: silentLogger },
  )
  onTestFinished(() => web.close(0))
  return web
}

test('while no engine is open, API and bridge say that the service is unavailable', async () => {
  const web = await webOn(() => null)
  for (const path of ['/v1/health', '/v1/projects/x/cards', '/bridge/call/projects.list']) {
    const answer = await fetch(web.baseUrl.replace('/v1', path), {
      method: path.startsWith('/bridge') ? 'POST' : 'GET',
    })
    expect(answer.status).toBe(503)
    if (answer.url.includes('/v1')) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await answer.text()).toContain('error.unavailable')
  }
  const health = await fetch(`${web.baseUrl}/health`)
  expect(await health.json()).toMatchObject({ status: 'unavailable', state: 'starting', code: 'error.unavailable' })
})

test('it serves the current engine behind the same address', async () => {
  const [first, second] = [await openTestEngine({ version: '1.0.0' }), await openTestEngine({ version: '2.0.0' })]
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close()])
  })
  let engine: Engine | null = first.engine
  const web = await webOn(() => engine)
  const version = async () => ((await (await fetch(`${web.baseUrl}/health`)).json()) as { version?: string }).version
  expect(await version()).toBe('1.0.0')
  engine = null
  expect(await version()).toBeUndefined()
  engine = second.engine
  expect(await version()).toBe('2.0.0')
})

test('without the page, everything else is not found', async () => {
  const web = await webOn(() => null, { page: false })
  expect(web.pageOrigin).toBeNull()
  expect((await fetch(web.baseUrl.replace('/v1', '/'))).status).toBe(404)
})

test('an IPv6 address is written as a browser takes it', async () => {
  const web = await webOn(() => null, { host: '::1' }).catch(() => null)
  // Not every machine has IPv6.
  if (web === null) return
  expect(web.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
  expect((await fetch(`${web.baseUrl}/health`)).status).toBe(503)
})

test('an address in use is reported, with a way out', async () => {
  const web = await webOn(() => null)
  await expect(webOn(() => null, { port: Number(new URL(web.baseUrl).port) })).rejects.toMatchObject({
    code: 'error.unavailable',
    message: expect.stringContaining('--port 0') as string,
  })
})
