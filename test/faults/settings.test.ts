import { expect, test } from 'vitest'
import type { Settings } from '../../src-main/domain/desk/settings.ts'
import { createHome, request } from '../support/program.ts'
import { startTlsReceiver, TLS_CERTIFICATE } from '../support/tls-receiver.ts'

interface View {
  settings: Settings
  fixed: string[]
}

test('settings are shown and set on the command line, and apply at once', async () => {
  const home = createHome()
  const service = await home.serve(['--no-demo'], { rateLimits: true })
  const project = await home.json<{ id: string }>(['projects', 'create', '--name', 'Fleet'])
  const { key } = await home.json<{ key: string }>(['keys', 'create', '--environment', 'sandbox'])
  const list = () => request(key, 'GET', `${service.ready.baseUrl}/projects/${project.id}/cards`)
  expect((await list()).headers.get('x-ratelimit-limit')).toBe('100')
  expect((await home.json<View>(['settings', 'set', 'rateLimits.sandbox', '2'])).settings.rateLimits.sandbox).toBe(2)
  expect((await list()).headers.get('x-ratelimit-limit')).toBe('2')
  expect((await list()).status).toBe(429)
  await home.json(['settings', 'set', 'rateLimits.sandbox', '0'])
  expect((await list()).status).toBe(200)
  const { settings, fixed } = await home.json<View>(['settings', 'show'])
  expect([settings.rateLimits, fixed]).toEqual([{ sandbox: 0, production: 600 }, ['api.enabled', 'api.port']])
  await service.end('SIGTERM')
  // For this run, the flag overrides the stored value.
  const limited = await home.serve(['--no-demo', '--rate-limit-sandbox', '1'])
  expect((await home.json<View>(['settings', 'show'])).fixed).toContain('rateLimits.sandbox')
  const again = await request(key, 'GET', `${limited.ready.baseUrl}/projects/${project.id}/cards`)
  expect(again.headers.get('x-ratelimit-limit')).toBe('1')
})

test.each([
  [['settings', 'set', 'colour', 'red'], 2, /There is no setting "colour"/],
  [['settings', 'set', 'rateLimits.sandbox', 'many'], 2, /rateLimits\.sandbox does not take "many"/],
  [['serve', '--cors-origin', 'fleet.example'], 2, /must be an origin such as/],
  [['settings', 'set', 'corsOrigins', 'https://fleet.example/app'], 1, /must be an origin such as/],
  [['settings', 'set', 'allowedNetworks', '10.0.0.0/99'], 1, /10\.0\.0\.0\/99/],
])('%j is refused', async (words, code, message) => {
  const ending = await createHome().run(words)
  expect([ending.code, ending.stderr]).toEqual([code, expect.stringMatching(message)])
})

test('a self-signed receiver is refused, and accepted with --extra-ca or the stored setting', async () => {
  const receiver = await startTlsReceiver()
  const home = createHome()
  const plain = await home.serve(['--no-demo'])
  await home.json(['projects', 'create', '--name', 'Fleet'])
  await home.json(['webhook', 'create', '--url', receiver.url, '--events', 'card.enabled'])
  const test = () => home.run(['webhook', 'test', '--json'])
  expect(JSON.parse((await test()).stdout)).toMatchObject({ success: false, message: 'The certificate is self-signed' })
  expect(receiver.arrivals()).toBe(0)
  await home.json(['settings', 'set', 'extraCa', TLS_CERTIFICATE])
  expect(JSON.parse((await test()).stdout)).toMatchObject({ success: true })
  await home.json(['settings', 'set', 'extraCa', 'none'])
  expect(JSON.parse((await test()).stdout)).toMatchObject({ success: false })
  await plain.end('SIGTERM')
  await home.serve(['--no-demo', '--extra-ca', TLS_CERTIFICATE])
  expect(JSON.parse((await test()).stdout)).toMatchObject({ success: true })
  expect(receiver.arrivals()).toBe(2)
})
