import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/built/modules.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { startTestService, type TestProject, type TestService } from '../support/service.ts'

const run = promisify(execFile)
const OLDEST_MAJOR = 20
const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc')

const USE = `
const client = createClient({
  baseUrl: process.env.FUELCARD_URL,
  projectId: process.env.FUELCARD_PROJECT_ID,
  apiKey: process.env.FUELCARD_API_KEY,
})
const numbers = []
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"test": 2432232314}'
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
async function main() {
  for await (const card of client.cards.all({ limit: 2 })) numbers.push(card.cardNumber)
  await verifyWebhookSignature({ secret, body, headers, now: new Date(1614265330_000) })
  const refused = await client.webhook.get().catch((error) => error)
  console.log(JSON.stringify({ numbers, refused: isFuelcardError(refused, 'error.webhook_not_found') }))
}
main()
`
const NAMES = '{ createClient, isFuelcardError, verifyWebhookSignature }'
const MODULES = {
  'use.mjs': `import ${NAMES} from '@fuelcard-desk/client'\n${USE}`,
  'use.cjs': `const ${NAMES} = require('@fuelcard-desk/client')\n${USE}`,
}
const TYPED = `
import { createClient, verifyWebhook, type Card, type ErrorCode } from '@fuelcard-desk/client'

const client = createClient({ baseUrl: 'http://127.0.0.1:4010/v1', projectId: 'p', apiKey: () => 'k' })
export async function plates(): Promise<(string | null)[]> {
  const cards: Card[] = []
  for await (const card of client.cards.all({ filter: { status: 'active' } })) cards.push(card)
  return cards.map((card) => card.licensePlate)
}
export async function driverOf(request: Request): Promise<string | null> {
  const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret: 'whsec_' })
  return event.event === 'card.enabled' ? event.data.driver : null
}
export const code: ErrorCode = 'error.card_not_found'
// @ts-expect-error there is no such state
void client.cards.list({ filter: { status: 'lost' } })
// @ts-expect-error a driver is required
void client.cards.activate('id', { licensePlate: 'B-XY 12' })
`

let folder: string
let service: TestService
let project: TestProject

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fuelcard-client-'))
  service = await startTestService()
  project = await service.createProject()
  await service.importCards(project, 'sandbox', [
    { cardNumber: '1001' },
    { cardNumber: '1002' },
    { cardNumber: '1003' },
  ])
  // The built one as it is: other tests read `dist` meanwhile, and `prepack` would make it anew.
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(ROOT, 'src-client'),
  })
  const [tarball = ''] = readdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], {
    cwd: folder,
  })
  for (const [name, code] of Object.entries(MODULES)) writeFileSync(join(folder, name), code)
})
afterAll(async () => {
  await service.close()
  removeFolder(folder)
})

describe('the packed client, installed without a registry', () => {
  const installed = () => join(folder, 'node_modules/@fuelcard-desk/client')
  const files = () =>
    readdirSync(installed(), { recursive: true, encoding: 'utf8' }).filter(
      (name) => !statSync(join(installed(), name)).isDirectory(),
    )

  it('is built by packing it, so that a fresh clone packs no empty one', () => {
    const scriptOf = (file: string, name: string) =>
      (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { scripts: Record<string, string> }).scripts[name]
    expect(scriptOf('src-client/package.json', 'prepack')).toBe('node build/build.ts')
    expect(scriptOf('package.json', 'build:client')).toBe('node src-client/build/build.ts')
  })

  it('is what it is built into, and nothing else', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@fuelcard-desk',
    ])
    const besides = files().filter((name) => !/^dist\/(esm|cjs)\/[\w/-]+\.(js|d\.ts)$/.test(name))
    expect(besides.toSorted()).toEqual(['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json'])
    for (const name of files()) expect(readFileSync(join(installed(), name), 'utf8')).not.toContain(ROOT)
  })

  const runtimes = [process.execPath, oldestNode()].filter((node) => node !== null)
  it.each(runtimes.flatMap((node) => Object.keys(MODULES).map((name) => [versionOf(node), name, node] as const)))(
    'works under Node %s as %s',
    async (_version, name, node) => {
      const env = {
        ...process.env,
        FUELCARD_URL: `${service.origin}/v1`,
        FUELCARD_PROJECT_ID: project.id,
        FUELCARD_API_KEY: project.keys.sandbox,
      }
      const { stdout, stderr } = await run(node, [join(folder, name)], { env })
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual({ numbers: ['1001', '1002', '1003'], refused: true })
    },
  )

  it.each([
    ['NodeNext', 'use-types.mts'],
    ['NodeNext', 'use-types.cts'],
    ['Bundler', 'use-types.ts'],
  ])('has types for a program with module resolution %s (%s)', async (resolution, name) => {
    writeFileSync(join(folder, name), TYPED)
    const words = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--lib', 'ES2022,DOM', '--types', '']
    const modules = ['--module', resolution === 'Bundler' ? 'ESNext' : 'NodeNext', '--moduleResolution', resolution]
    const { stdout } = await run(process.execPath, [TYPESCRIPT, ...words, ...modules, name], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  })
})

/** A Node of the oldest line that the client supports, if there is one on this machine. */
function oldestNode(): string | null {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((at) => join(at, 'node'))
    .find((node) => versionOf(node).startsWith(`${OLDEST_MAJOR}.`))
  if (found === undefined)
    console.log(`Not run: the client under Node ${OLDEST_MAJOR}, because there is none on the PATH`)
  return found ?? null
}

function versionOf(node: string): string {
  return spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
