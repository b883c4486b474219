import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Project } from '../../src-main/domain/access.ts'
import type { ConformanceReport } from '../../src-main/domain/sync/portal-conformance.ts'
import type { Provider, SyncRunView } from '../../src-main/domain/sync/provider.ts'
import { startTestPortal } from '../support/portal/portal.ts'
import { rowsOf } from '../support/rows.ts'
import { createHome, ROUNDS, type Home } from '../support/program.ts'

const CARDS = 2_000
const PAGE = 100
/** So many that filling the search index takes a while. */
const FILLED_CARDS = 8_000

const lastRun = async (home: Home) =>
  (await home.json<{ docs: SyncRunView[] }>(['sync', 'runs', '--limit', '1'])).docs[0]

async function once<Result>(read: () => Promise<Result>, until: (result: Result) => boolean): Promise<Result> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const result = await read()
    if (until(result)) return result
    if (performance.now() > deadline) throw new Error(`It did not happen: ${JSON.stringify(result)}`)
    await sleep(50)
  }
}

test(
  'killed at a random page, a pull continues there after the restart: every card once, every event once, one record',
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const home = createHome()
      const portal = await startTestPortal({ cards: CARDS, largestPage: PAGE })
      const first = await home.serve()
      await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
      // From this page on the portal is silent, so that the kill hits the pull midway.
      const page = randomInt(3, CARDS / PAGE)
      await portal.setFaults({ routes: ['cards'], afterRequests: page, latencyMs: 600_000 })
      const secret = join(home.dir, 'secret.txt')
      writeFileSync(secret, `${portal.clientSecret}\n`)
      const shown = await home.json<Provider>([
        'provider',
        'set',
        '--adapter',
        'rest',
        '--url',
        portal.baseUrl,
        '--client-id',
        portal.clientId,
        '--secret-file',
        secret,
      ])
      expect(JSON.stringify(shown)).not.toContain(portal.clientSecret)
      // The service pulls by itself; part of it is on disk, the rest in progress.
      const broken = await once(
        () => lastRun(home),
        (run) => (run?.pages ?? 0) >= Math.min(2, page),
      )
      expect(broken).toMatchObject({ state: 'running' })
      expect((await first.end('SIGKILL')).signal).toBe('SIGKILL')
      await portal.setFaults({})
      const before = (await portal.requests()).byRoute['cards']?.['200'] ?? 0

      const second = await home.serve()
      const run = await once(
        () => lastRun(home),
        (one) => one?.state !== 'running',
      )
      expect(run).toMatchObject({
        id: broken?.id,
        state: 'completed',
        pages: CARDS / PAGE,
        created: CARDS,
        updated: 0,
        unchanged: 0,
        failed: 0,
      })
      expect(((await portal.requests()).byRoute['cards']?.['200'] ?? 0) - before).toBeLessThan(CARDS / PAGE)
      expect(
        (await home.json<{ total: number }>(['cards', 'list', '--environment', 'production', '--limit', '1'])).total,
      ).toBe(CARDS)
      expect(await home.json(['check'])).toMatchObject({ ok: true })
      expect((await second.end('SIGTERM')).code).toBe(0)
    }
  },
  ROUNDS * 90_000,
)

test(
  'killed while the search index is filled, a service finds every card all the same, and fills in the rest',
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const home = createHome()
      const portal = await startTestPortal({ cards: FILLED_CARDS })
      const first = await home.serve()
      await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
      const secret = join(home.dir, 'secret.txt')
      writeFileSync(secret, `${portal.clientSecret}\n`)
      await home.json<Provider>([
        'provider',
        'set',
        '--adapter',
        'rest',
        '--url',
        portal.baseUrl,
        '--client-id',
        portal.clientId,
        '--secret-file',
        secret,
      ])
      const lacking = () =>
        Number(
          rowsOf(home.dataDir, 'production', 'SELECT count(*) AS cards FROM card WHERE search_version < 2')[0]?.[
            'cards'
          ],
        )
      const pulled = () =>
        rowsOf(home.dataDir, 'production', "SELECT 1 FROM sync_run WHERE state = 'completed'").length > 0
      await once(
        () => Promise.resolve(pulled() && lacking() < FILLED_CARDS),
        (isFilling) => isFilling,
      )
      expect((await first.end('SIGKILL')).signal).toBe('SIGKILL')

      const second = await home.serve()
      const [card] = rowsOf(
        home.dataDir,
        'production',
        `SELECT substr(card_number, -6) AS digits, driver FROM card WHERE driver IS NOT NULL ORDER BY seq DESC LIMIT 1 OFFSET ${randomInt(100)}`,
      )
      const surname = String(card?.['driver']).split(' ').at(-1) ?? ''
      const matches = (where: string) =>
        Number(rowsOf(home.dataDir, 'production', `SELECT count(*) AS cards FROM card WHERE ${where}`)[0]?.['cards'])
      const found = async (search: string) =>
        (
          await home.json<{ total: number }>([
            'cards',
            'list',
            '--environment',
            'production',
            '--limit',
            '1',
            '--search',
            search,
          ])
        ).total
      const digits = String(card?.['digits'])
      for (const moment of ['at once', 'once filled']) {
        if (moment === 'once filled')
          await once(
            () => Promise.resolve(lacking()),
            (cards) => cards === 0,
          )
        expect(await found(digits), `${moment}: ${digits}`).toBe(matches(`instr(card_number, '${digits}')`))
        expect(await found(surname), `${moment}: ${surname}`).toBeGreaterThanOrEqual(
          matches(`instr(lower(driver), lower('${surname.replaceAll("'", "''")}'))`),
        )
      }
      expect(await home.json(['check'])).toMatchObject({ ok: true })
      expect((await second.end('SIGTERM')).code).toBe(0)
    }
  },
  ROUNDS * 120_000,
)

test('the command line connects, tries, pulls and forgets a provider, with and without a service', async () => {
  const home = createHome()
  const portal = await startTestPortal({ cards: 25 })
  await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
  expect(await home.json(['provider', 'show'])).toBeNull()
  const connection = [
    '--adapter',
    'rest',
    '--url',
    portal.baseUrl,
    '--client-id',
    portal.clientId,
    '--secret-file',
    '-',
  ]
  expect(
    await home.json(['provider', 'set', ...connection, '--no-schedule', '--interval', '30'], {
      input: portal.clientSecret,
    }),
  ).toMatchObject({ adapter: 'rest', hasCredentials: true, schedule: { enabled: false, intervalMinutes: 30 } })
  expect(await home.json(['provider', 'test'])).toMatchObject({ result: 'ok', name: 'Reference portal' })
  const wrong = await home.run(['provider', 'test', ...connection, '--json'], { input: 'not-the-secret' })
  expect({ code: wrong.code, result: (JSON.parse(wrong.stdout) as { result: string }).result }).toEqual({
    code: 1,
    result: 'credentials',
  })
  expect((await home.run(['provider', 'set', '--url', portal.baseUrl, '--client-id', 'x'])).code).toBe(2)
  const held = await home.json<ConformanceReport>(['provider', 'conformance', '--card', 'PC1-0000000'])
  expect(held).toMatchObject({ held: true, restored: true, testCard: 'PC1-0000000' })
  const told = await home.run(['provider', 'conformance', '--url', portal.baseUrl, '--token-file', '-'], {
    input: portal.staticToken,
  })
  expect({ code: told.code, said: told.stdout }).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /✓ Cards are listed in pages\n[\s\S]*– A change is made, and listed\n {4}No test card was chosen\.\n[\s\S]* held, 0 broken, 14 not tried/,
    ) as string,
  })
  await portal.setFaults({ malformed: ['PC1-0000007'] })
  const broken = await home.run(['provider', 'conformance', '--card', 'PC1-0000000', '--json'])
  expect({
    code: broken.code,
    cards: (JSON.parse(broken.stdout) as ConformanceReport).requirements.find(({ name }) => name === 'cards'),
  }).toMatchObject({ code: 1, cards: { state: 'broken', reason: 'Not readable: row 8 of page 1 (cardNumber).' } })
  expect((await home.run(['provider', 'conformance', '--card', 'nobody'])).stderr).toMatch(
    /lists no readable card with the id nobody/,
  )
  await portal.setFaults({})
  // Without a service, the command waits for its own pull.
  expect(await home.json(['sync'])).toMatchObject({ state: 'completed', created: 25 })

  const service = await home.serve()
  await portal.addCards(5)
  expect(await home.json(['sync', '--full', '--wait'])).toMatchObject({ state: 'completed', created: 5, unchanged: 25 })
  await portal.setFaults({ rejectTokens: true })
  const failed = await home.run(['sync', '--full', '--wait'])
  expect(failed.code).toBe(1)
  expect(failed.stdout).toMatch(/does not accept the credentials/)
  expect((await home.json<{ docs: SyncRunView[] }>(['sync', 'runs'])).docs.map(({ state }) => state)).toEqual([
    'failed',
    'completed',
    'completed',
  ])
  expect(await home.json(['sync', 'cancel'])).toEqual({ cancelled: false })
  expect(await home.json(['provider', 'remove'])).toEqual({ removed: true })
  const none = await home.run(['sync', '--json'])
  expect({ code: none.code, error: (JSON.parse(none.stderr) as { code: string }).code }).toEqual({
    code: 1,
    error: 'error.validation',
  })
  expect((await service.end('SIGTERM')).code).toBe(0)
}, 180_000)
