import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { CreatedApiKey } from '../../src-main/domain/access.ts'
import type { BulkJob, BulkPreview } from '../../src-main/domain/cards/bulk.ts'
import type { Push } from '../../src-main/domain/sync/provider.ts'
import { EXAMPLES, wordsOf } from '../support/examples.ts'
import { startTestPortal, type TestPortal } from '../support/portal/portal.ts'
import { acceptInvitation, signInPage, type SignedInPage } from '../support/team/page-session.ts'
import { startHostileProvider } from '../support/identity/providers.ts'
import { createHome, type Ending, type Home } from '../support/program.ts'
import { startTlsReceiver, TLS_CERTIFICATE } from '../support/tls-receiver.ts'

const PASSPHRASE = 'correct horse battery'
const CARD = '782521232686785179'
/** The new card that an example activates; no file may use it before. */
const ACTIVATED = '782521602000409611'
/** A card of the reference portal, which gets the number of `CARD`. */
const PORTAL_CARD = 'PC1-0000000'
const REFUSE_ALL = { refuse: { '*': { code: 'contract_suspended', message: 'The contract is suspended' } } }

/** What must run before an example. Those not named here run first, in the order of the help texts. */
const ORDER = [
  /^provider set .*--client-id/,
  /^provider (show|test|conformance)/,
  /^sync( --|$)/,
  /^sync (runs|refused|cancel)/,
  /^sync pushes/,
  /^sync retry --card/,
  /^sync retry/,
  /^drift list/,
  /^drift resolve --theirs/,
  /^drift resolve/,
  /^provider set .*--token/,
  /^provider set --adapter file/,
  /^provider set/,
  /^cards import export\.csv --environment production$/,
  /^cards import .*production/,
  /^cards (list|export) .*production/,
  /^cards bulk .*production --search/,
  /^cards undo .*production/,
  /^cards bulk list .*production/,
  /^orders/,
  /^provider remove/,
  /^webhook create/,
  /^webhook (get|test|rotate|simulate)/,
  /^webhook (deliveries|resend|recover|schedule|inbox|listen)/,
  /^webhook disable/,
  /^webhook enable/,
  /^webhook update --events/,
  /^webhook update/,
  /^webhook delete/,
  /^clock/,
  /^personal/,
  /^cards mock/,
  /^people sign-in set --issuer/,
  /^people sign-in (set|test)/,
  /^people sign-in remove/,
  /^settings set/,
  /^(serve|portal)/,
  /^audit verify/,
  /^backup(?! list)/,
  /^backup list/,
  /^projects archive/,
  /^projects delete/,
  /^projects/,
  /^restore ~/,
  /^restore/,
  /^resume --/,
  /^resume/,
]

/** Commands that run until they are ended. */
const RUNS_ON = /^(serve|portal|webhook listen)/

/** They need a PostgreSQL of their own, which `store-commands.test.ts` gives them. */
const NEEDS_SERVER = /^store (prepare|migrate|copy|check)/

interface Scene {
  home: Home
  portal: TestPortal
  /** The page of the person at this machine. */
  page: SignedInPage
  /** Another manager of the demo fleet. */
  colleague: SignedInPage
  /** The address of a receiver of webhooks. */
  receiver: string
  /** The address of an identity provider. */
  issuer: string
  /** The working directory of all examples. */
  cwd: string
}

test('every example of the help texts and of docs/command-line.md runs to its end', { timeout: 400_000 }, async () => {
  const portal = await startTestPortal({ cards: 10, seed: 1 })
  const home = createHome()
  const { ready } = await home.serve(['--allow-private-destinations', '127.0.0.0/8,::1/128'])
  const page = await signInPage(ready.uiUrl)
  await page.call('people.update', { personId: (await page.call('profile.get', {})).id, email: 'ada@desk.example' })
  await page.call('credentials.setPassword', { password: PASSPHRASE + PASSPHRASE })
  const { token } = await page.call('people.invite', {
    name: 'Katherine Johnson',
    email: 'katherine@fleet.example',
    memberships: [{ projectId: await projectId(home, 'Demo fleet'), role: 'manager' }],
  })
  const colleague = await acceptInvitation(page.origin, token)
  const receiver = (await startTlsReceiver()).url
  const { issuer } = await startHostileProvider()
  const scene: Scene = { home, portal, page, colleague, receiver, issuer, cwd: join(home.dir, 'work') }
  await prepareFiles(scene)
  await portal.changeCard(PORTAL_CARD, { cardNumber: CARD, status: 'active' })
  const place = (line: string) => ORDER.findIndex((pattern) => pattern.test(line))
  const inOrder = EXAMPLES.map((line) => line.replace('fuelcard-desk ', ''))
    .filter((line) => !NEEDS_SERVER.test(line))
    .toSorted((one, other) => place(one) - place(other))
  const wrong: string[] = []
  for (const line of inOrder) {
    await comesBefore(scene, line)
    const { code, signal, stderr } = await runExample(scene, line)
    if (code !== 0) wrong.push(`${line}\n  ended with ${code ?? signal}: ${stderr}`)
  }
  expect(wrong).toEqual([])
})

async function runExample(scene: Scene, line: string): Promise<Ending> {
  const { home, cwd } = scene
  const words = wordsOf(`fuelcard-desk ${await substituted(scene, line)}`)
  const from = / < (\S+)$/.exec(line)?.[1]
  const input = from === undefined ? `${PASSPHRASE}\n` : readFileSync(join(cwd, from), 'utf8')
  if (line.startsWith('connect')) return connectDevice(scene, words)
  if (!RUNS_ON.test(line)) return home.runShared(words, { cwd, input })
  // Another folder: this one has its service.
  const elsewhere = line.startsWith('serve') ? ['--data-dir', join(home.dir, 'elsewhere')] : []
  const freePort = /^webhook|--port 0/.test(line) ? [] : ['--port', '0']
  const running = await home.begin([...words, ...elsewhere, ...freePort], { cwd })
  return running.end('SIGINT')
}

/** Replaces the placeholders of an example with the values of this home. */
async function substituted({ home, portal, page, colleague, receiver, issuer }: Scene, line: string): Promise<string> {
  const replaced: readonly (readonly [text: string | RegExp, by: () => string | Promise<string>])[] = [
    // A sandbox of any size is filled the same way; a small one is faster.
    ['--count 100000', () => '--count 2000'],
    [/https:\/\/gateway\.example(\/fuel)?/, () => portal.baseUrl],
    [/https:\/\/example\.com\/\S+/, () => receiver],
    ['https://login.example/realms/fleet', () => issuer],
    ['https://fleet.example', () => page.origin],
    ['5a7c…', () => waitingRequest(home, line.startsWith('approvals withdraw') ? page : colleague, page)],
    ['--client-id fleet', () => `--client-id ${portal.clientId}`],
    ['TEST-1', () => PORTAL_CARD],
    ['0.0.0.0', () => '127.0.0.1'],
    ['5f2c…', async () => (await home.json<CreatedApiKey>(['keys', 'create'])).id],
    ['0b0f…', () => projectId(home, 'Old fleet')],
    [
      '--confirm 12',
      async () => `--confirm ${(await home.json<BulkPreview>(wordsOf(`x ${line.replace(/ --apply.*/, '')}`))).allowed}`,
    ],
    [/bulk_(4kT)?…/, async () => (await jobFor(home, line)).id],
    ['--confirm 4963', async () => `--confirm ${(await jobFor(home, line)).succeeded}`],
    ['5b1f…', async () => (await home.json<{ docs: { id: string }[] }>(['sync', 'runs'])).docs[0]?.id ?? ''],
    [/dlv_\w+/, async () => (await home.json<{ docs: { id: string }[] }>(['webhook', 'deliveries'])).docs[0]?.id ?? ''],
    ['verify --project Fleet', () => 'verify --project "Demo fleet"'],
    [
      /service\/sandbox:12:9f86\S+/,
      async () => (await home.json<{ sandbox: { head: string } }>(['audit', 'verify'])).sandbox.head,
    ],
    [/~\/\.local\/share\S+/, async () => (await home.json<{ path: string }[]>(['backup', 'list']))[0]?.path ?? ''],
    [/\/mnt\/safe\/\S+/, () => encryptedBackup(home)],
    ['/mnt/safe', () => join(home.dir, 'safe')],
    ['~', () => home.dir],
  ]
  let given = line
  for (const [text, by] of replaced) {
    const found = typeof text === 'string' ? given.includes(text) : text.test(given)
    if (found) given = given.replace(text, await by())
  }
  return given
}

/** Connects, and enters the code in the page as the person who is signed in there. */
async function connectDevice({ home, page }: Scene, words: string[]): Promise<Ending> {
  const begun = await home.begin([...words, '--json'])
  const { userCode } = JSON.parse(begun.firstLine) as { userCode: string }
  await page.call('apps.decideDevice', { userCode, approved: true })
  return begun.ended
}

/** Asks for a key of production, which waits for a second person. */
async function waitingRequest(home: Home, asker: SignedInPage, owner: SignedInPage): Promise<string> {
  const id = await projectId(home, 'Demo fleet')
  await owner.call('approvals.setRule', { projectId: id, enabled: true })
  const input = { projectId: id, environment: 'production', name: 'Spare key' }
  return (await asker.call('approvals.ask', { call: 'keys.create', input, reason: 'The present one expires' })).id
}

async function encryptedBackup(home: Home): Promise<string> {
  const asked = ['backup', '--directory', join(home.dir, 'safe'), '--passphrase-file', '-']
  return (await home.json<{ path: string }>(asked, { input: PASSPHRASE })).path
}

async function projectId(home: Home, name: string): Promise<string> {
  return (
    (await home.json<{ id: string; name: string }[]>(['projects', 'list'])).find((project) => project.name === name)
      ?.id ?? ''
  )
}

/** The newest bulk command that is no undo; for refusals, the newest that has one. */
async function jobFor(home: Home, line: string): Promise<BulkJob> {
  const environment = line.includes('production') ? 'production' : 'sandbox'
  const jobs = await home.json<BulkJob[]>(['cards', 'bulk', 'list', '--environment', environment])
  const found = jobs.find(({ command, failed }) => command !== 'undo' && (!/retry|refused/.test(line) || failed > 0))
  if (found === undefined) throw new Error(`No bulk command fits "${line}"`)
  return found
}

/** Prepares the provider or the project so that an example makes sense. */
async function comesBefore({ home, portal, cwd }: Scene, line: string): Promise<void> {
  if (line === 'sync pushes' || line.startsWith('sync retry --card')) await refusedChange(home, portal)
  if (line.startsWith('drift resolve --theirs')) {
    await home.json(['sync', '--wait'])
    expect(await home.json(['drift', 'list'])).toMatchObject({ total: 1 })
  }
  // With `--json` it prints only arrivals.
  if (line === 'webhook listen --last 10 --json') await home.json(['webhook', 'test'])
  if (line.startsWith('cards import all.csv'))
    await home.json(['cards', 'export', join(cwd, 'all.csv'), '--environment', 'production'])
  if (line.startsWith('projects archive')) await home.json(['projects', 'create', '--name', 'Old fleet'])
}

/** Makes the provider refuse a change of the card. */
async function refusedChange(home: Home, portal: TestPortal): Promise<void> {
  const failed = async () =>
    (await home.json<{ docs: Push[] }>(['sync', 'pushes', '--state', 'failed'])).docs.length > 0
  if (await failed()) return
  await portal.setFaults(REFUSE_ALL)
  await home.json(['cards', 'disable', CARD, '--environment', 'production'])
  for (let tries = 0; tries < 60 && !(await failed()); tries += 1);
}

async function prepareFiles({ home, portal, cwd }: Scene): Promise<void> {
  for (const folder of [cwd, join(home.dir, 'safe'), join(home.dir, 'exports')]) mkdirSync(folder)
  const files = {
    'secret.txt': portal.clientSecret,
    'token.txt': portal.staticToken,
    'passphrase.txt': PASSPHRASE,
    'spring.csv': 'Card Number\n782521041206586444\n',
    'corrections.csv': `Karte,Name\n${CARD},Grace Hopper\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), `${text.trimEnd()}\n`)
  copyFileSync(TLS_CERTIFICATE, join(cwd, 'cert.pem'))
  copyFileSync(TLS_CERTIFICATE, join(cwd, 'company-ca.pem'))
  copyFileSync(join(TLS_CERTIFICATE, '../key.pem'), join(cwd, 'key.pem'))
  await home.json(['cards', 'export', join(cwd, 'export.csv')])
  const { docs } = await home.json<{ docs: { cardNumber: string }[] }>(['cards', 'list', '--status', 'new'])
  const vans = docs
    .filter(({ cardNumber }) => cardNumber !== ACTIVATED)
    .map(({ cardNumber }, van) => [cardNumber, `B-VN ${van + 10}`, 'Ada Lovelace'])
  const unknown = ['782521999999999999', 'B-VN 99', 'Nobody']
  await writeXlsxFile([['Card Number', 'Licence Plate', 'Driver'], ...vans, unknown]).toFile(join(cwd, 'new-vans.xlsx'))
  const karten = [
    ['Karte Nr', 'Status', 'Kennzeichen', 'Fahrer', 'Gültig bis'],
    ['708302145906105117', 'Aktiv', 'B-KA 10', 'Ada Lovelace', '2029-10-31'],
  ]
  await writeXlsxFile(karten).toFile(join(cwd, 'karten.xlsx'))
}
