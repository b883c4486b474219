import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { compileClient } from '../../src-client/build/compile.ts'
import type * as Client from '../../src-client/src/index.ts'
import { startBuiltService } from './support/built-service.ts'

const BUILT = join(import.meta.dirname, '../../src-client/dist/esm')

test('a page of another origin lists cards with the client, and verifies a webhook', async ({ page }) => {
  if (!existsSync(join(BUILT, 'index.js'))) compileClient()
  const site = createServer((request, response) => {
    const isModule = request.url?.endsWith('.js') === true
    response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html')
    response.end(isModule ? readFileSync(join(BUILT, request.url ?? '')) : '<!doctype html><title>Fleet</title>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const service = await startBuiltService(['--cors-origin', origin])
  try {
    const [project] = (await service.command('projects', 'list')) as { id: string }[]
    const { key } = (await service.command('keys', 'create')) as { key: string }
    await page.goto(origin)
    const seen = await page.evaluate(
      async ({ module, ...options }) => {
        const { createClient, verifyWebhookSignature } = (await import(module)) as typeof Client
        const requestIds: (string | null)[] = []
        const client = createClient({ ...options, onAttempt: ({ requestId }) => requestIds.push(requestId) })
        const { total } = await client.cards.list({ filter: { status: 'active' } })
        let active = 0
        for await (const _card of client.cards.all({ filter: { status: 'active' }, limit: 10 })) active += 1
        const signed = {
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          now: new Date(1614265330_000),
          headers: {
            'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp': '1614265330',
            'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
          },
        }
        await verifyWebhookSignature({ ...signed, body: '{"test": 2432232314}' })
        const forged = await verifyWebhookSignature({ ...signed, body: '{"test": 2432232315}' }).catch(
          (error: InstanceType<typeof Client.WebhookVerificationError>) => error.problem,
        )
        return { total, active, forged, hasRequestIds: requestIds.every((id) => id !== null) }
      },
      { module: `${origin}/index.js`, baseUrl: `${service.origin}/v1`, projectId: project?.id ?? '', apiKey: key },
    )
    expect(seen.total).toBeGreaterThan(10)
    expect(seen).toEqual({ total: seen.total, active: seen.total, forged: 'signature_mismatch', hasRequestIds: true })
  } finally {
    await service.dispose()
    site.close()
  }
})
