import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHome, type Home, type RunningService } from '../../support/program.ts'
import { signInPage, type SignedInPage } from '../../support/team/page-session.ts'

// One service, and the command line of another person's machine.
const ends: (() => Promise<void>)[] = []
let service: RunningService
let page: SignedInPage
let away: Home

beforeAll(async () => {
  const home = createHome((end) => ends.push(end))
  away = createHome((end) => ends.push(end))
  service = await home.serve([])
  page = await signInPage(service.ready.uiUrl)
  await connect('work')
})
afterAll(async () => {
  for (const end of ends) await end()
})

/** Connects as a person does: starts the command, enters its code in the page. */
async function connect(name: string, decision = true): Promise<Awaited<Awaited<ReturnType<Home['begin']>>['ended']>> {
  const begun = await away.begin(['connect', page.origin, '--name', name, '--json'])
  const shown = JSON.parse(begun.firstLine) as { event: string; userCode: string; verificationUri: string }
  expect(shown).toMatchObject({ event: 'code', verificationUri: `${page.origin}/oauth/device` })
  const asking = await page.call('apps.lookDevice', { userCode: shown.userCode.toLowerCase() })
  expect(asking).toMatchObject({ app: 'command-line', address: '127.0.0.1', code: shown.userCode })
  await page.call('apps.decideDevice', { userCode: shown.userCode, approved: decision })
  return begun.ended
}

const at = (words: string[], service = 'work') => [...words, '--service', service]

test('the token lies in a file for its owner only, and nowhere else', async () => {
  const file = join(away.dir, 'config', 'fuelcard-desk', 'services.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { services } = JSON.parse(readFileSync(file, 'utf8')) as { services: { name: string; token: string }[] }
  expect(services).toMatchObject([{ name: 'work' }])
  const listed = await away.run(['services', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'work', address: page.origin }])
  expect(listed.stdout).not.toContain(services[0]?.token)
})

test('a command runs in the service as the person who connected, and its log says from where', async () => {
  const [project] = await away.json<{ id: string; name: string }[]>(at(['projects', 'list']))
  expect(project?.name).toBe('Demo fleet')
  const place = { projectId: project?.id ?? '', environment: 'sandbox' } as const
  const [card] = (await page.call('cards.list', { ...place, query: { status: 'active' } })).docs
  const disabled = await away.json<{ status: string }[]>(at(['cards', 'disable', card?.id ?? '']))
  expect(JSON.stringify(disabled)).toContain('inactive')
  const { docs } = await page.call('audit.list', { kind: 'sandbox', action: 'card.disable' })
  expect(docs[0]).toMatchObject({ channel: 'cli', actor: { type: 'person' } })
  const sessions = await page.call('profile.sessions', {})
  expect(new Set(sessions.map(({ app }) => app))).toEqual(new Set(['command-line', null]))
})

test('files are uploaded and downloaded, since paths of this machine mean nothing there', async () => {
  const out = join(away.dir, 'cards.csv')
  const written = await away.json<{ file: string; cards: number }>(at(['cards', 'export', out]))
  expect(written).toEqual({ file: out, cards: 48 })
  const [header = ''] = readFileSync(out, 'utf8').split('\n')
  expect(header.toLowerCase()).toContain('card')
  const more = join(away.dir, 'more.csv')
  writeFileSync(more, 'Card number,Expiry date\n782521009000153701,2030-01-31\n')
  const report = await away.json<{ applied: boolean; create: number }>(
    at(['cards', 'import', more, '--environment', 'production', '--apply']),
  )
  expect(report).toMatchObject({ applied: true, create: 1 })
  const chain = join(away.dir, 'chain.csv')
  const exported = await away.json<{ entries: number }>(at(['audit', 'export', chain, '--chain', 'production']))
  expect(exported.entries).toBeGreaterThan(0)
  expect(readFileSync(chain, 'utf8').split('\n').length).toBeGreaterThan(1)
})

test('a bulk command is waited for, job and all', async () => {
  const job = await away.json<{ state: string; succeeded: number }>(
    at(['cards', 'bulk', 'disable', '--status', 'active', '--apply']),
  )
  expect(job).toMatchObject({ state: 'done' })
  expect(job.succeeded).toBeGreaterThan(0)
})

test.each([
  [['check'], 'machine of the service'],
  [['audit', 'export', 'chain.jsonl', '--chain', 'control'], 'ends in .csv'],
])('%j is refused in words: it means the machine of the service', async (words, saying) => {
  const ending = await away.run(at(words))
  expect(ending).toMatchObject({ code: 1, stderr: expect.stringContaining(saying) as string })
})

test.each([[['serve']], [['services', 'list']]])('%j is about this machine and takes no --service', async (words) => {
  const ending = await away.run(at(words))
  expect(ending).toMatchObject({ code: 2, stderr: expect.stringContaining('--service') as string })
})

test('a person who refuses, and an unknown name, are said in words', async () => {
  expect(await connect('refused', false)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('refused') as string,
  })
  const unknown = await away.run(at(['projects', 'list'], 'elsewhere'))
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('there is "work"') as string })
})

test('a session that the person ends in the page is over at the next command', async () => {
  expect((await connect('other')).code).toBe(0)
  const sessions = await page.call('profile.sessions', {})
  const newest = sessions.find(({ app }) => app === 'command-line')
  await page.call('profile.endSessions', { sessionId: newest?.id ?? '' })
  const ending = await away.run(at(['projects', 'list'], 'other'))
  expect(ending).toMatchObject({ code: 1, stderr: expect.stringContaining('connect') as string })
  expect((await away.run(at(['projects', 'list']))).code).toBe(0)
})

test('forgetting a service signs out of it', async () => {
  expect((await connect('gone')).code).toBe(0)
  const before = (await page.call('profile.sessions', {})).length
  expect((await away.run(['services', 'forget', 'gone'])).code).toBe(0)
  expect((await page.call('profile.sessions', {})).length).toBe(before - 1)
  expect(await away.json<{ name: string }[]>(['services', 'list'])).not.toContainEqual(
    expect.objectContaining({ name: 'gone' }),
  )
})

test('a service that cannot be reached is exit code 3', async () => {
  await service.end('SIGTERM')
  const ending = await away.run(at(['projects', 'list']))
  expect(ending).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached') as string })
})
