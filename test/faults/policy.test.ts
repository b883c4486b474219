import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHome } from '../support/program.ts'

const PRELOAD = join(import.meta.dirname, '../support/as-policy.ts')

/** A home on a computer whose administrator has written this policy. */
function managedHome(policy: string) {
  const home = createHome()
  const file = join(home.dir, 'policy.json')
  writeFileSync(file, policy)
  return { home, environment: { NODE_OPTIONS: `--import ${PRELOAD}`, TEST_POLICY: file } }
}

test('an administrator decides settings, and turns features off, for the service and every command', async () => {
  const { home, environment } = managedHome(
    JSON.stringify({
      features: { exports: false, demo: false },
      settings: { rateLimits: { sandbox: 7 }, corsOrigins: [] },
      updates: { channel: 'beta' },
    }),
  )
  const service = await home.serve([], { environment })
  // No demo fleet.
  expect(await home.json(['projects', 'list'])).toEqual([])
  await home.json(['projects', 'create', '--name', 'Fleet'])
  const refused = await home.run(['cards', 'export', join(home.dir, 'cards.csv'), '--environment', 'sandbox', '--json'])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stderr)).toMatchObject({
    code: 'error.forbidden',
    message: expect.stringContaining('features.exports'),
  })
  const { settings, fixed } = await home.json<{ settings: { rateLimits: object }; fixed: string[] }>([
    'settings',
    'set',
    'rateLimits.sandbox',
    '100',
  ])
  // Before the flag of this run, and before what anyone stores.
  expect(settings.rateLimits).toEqual({ sandbox: 7, production: 0 })
  expect(fixed).toEqual(expect.arrayContaining(['rateLimits.sandbox', 'rateLimits.production', 'corsOrigins']))
  expect((await home.run(['settings', 'show'])).stdout).toMatch(/rateLimits\.sandbox +7 +by policy/)
  expect((await home.run(['policy'])).stdout).toMatch(
    /Turned off: exports, demo\nTeam's service: any\nSettings decided: rateLimits\.sandbox, corsOrigins\nUpdates: beta\n/,
  )
  await service.end('SIGTERM')
  // A command without a service is bound, too.
  const alone = await home.run(['cards', 'export', join(home.dir, 'cards.csv'), '--environment', 'sandbox'], {
    environment,
  })
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('administrator')])
})

const LONG = '{}'.padEnd(64_001)

test.each([
  ['{"features": {"export": false}}', /features: .*export/i],
  ['{"updates": {"chanel": "beta"}}', /this version does not know "updates\.chanel"/],
  ['{"settings": {"api": {"prot": 1}}}', /this version does not know "settings\.api\.prot"/],
  [
    '{"updates": {"feed": "http://updates.example/"}}',
    /updates\.feed: "http:\/\/updates\.example\/" is not an https address/,
  ],
  [
    '{"settings": {"allowedNetworks": ["10.0.0.0/99"]}}',
    /settings\.allowedNetworks: "10\.0\.0\.0\/99" is not a network/,
  ],
  ['{"settings": {"rateLimits": {"sandbox": -1}}}', /settings\.rateLimits\.sandbox: /],
  ['{', /it is not JSON/],
  [LONG, /more than 64000 bytes/],
])('nothing starts with a policy that cannot be understood (%#)', async (policy, message) => {
  const { home, environment } = managedHome(policy)
  const ending = await home.run(['projects', 'list'], { environment })
  expect([ending.code, ending.stderr]).toEqual([3, expect.stringMatching(message)])
})

test('a service is not started where its API is turned off', async () => {
  const { home, environment } = managedHome('{"settings": {"api": {"enabled": false}}}')
  const ending = await home.run(['serve', '--port', '0'], { environment })
  expect([ending.code, ending.stderr]).toEqual([1, expect.stringContaining('settings.api.enabled')])
  expect((await home.run(['projects', 'list'], { environment })).code).toBe(0)
})
