import { startBuiltService, type BuiltService } from '../../browser/support/built-service.ts'
import { fetchOnUse } from '../../browser/support/fetch-on-use.ts'
import { acceptInvitation, signInPage, type SignedInPage } from '../../support/team/page-session.ts'
import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import { startWorkers, type Attempt, type Worker } from './support/team-work.ts'
import { connect } from './support/connect.ts'
import { expect, goTo, showCards, test, type Page } from './support/test.ts'

test.use({ file: import.meta.filename })

/** A quick round by default; `FUELCARD_TEAM_MINUTES=10` works for as long, at random. */
const MINUTES = Number(process.env['FUELCARD_TEAM_MINUTES'] ?? 0)
const STEPS = 48
const PATIENTLY = { timeout: 60_000 }
const PASSWORD = 'lanterne dix-sept brouette'

let service: BuiltService
test.beforeAll(async () => {
  service = await startBuiltService()
})
test.afterAll(() => service.dispose())

test('four people work on one service, which is killed twice: all see the same, and the log names who did what', async ({
  browser,
  start,
}) => {
  test.setTimeout(120_000 + MINUTES * 120_000)
  const owner = await signInPage(await service.link())
  const [project] = await owner.call('projects.list', {})
  const projectId = project?.id ?? ''
  const invite = (name: string, isAdministrator: boolean, role: 'viewer' | 'clerk' | 'manager') =>
    owner.call('people.invite', {
      name,
      email: `${name.toLowerCase()}@fleet.example`,
      isAdministrator,
      memberships: [{ projectId, role }],
    })

  const inBrowser = async (name: string, isAdministrator: boolean, role: 'viewer' | 'manager'): Promise<Page> => {
    const { token } = await invite(name, isAdministrator, role)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    await fetchOnUse(context)
    const page = await context.newPage()
    await page.goto(`${service.origin}/#invitation=${token}`)
    await page.getByRole('textbox', { name: /assword/ }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    return page
  }
  const onDesktop = async (name: string): Promise<Page> => {
    const { token } = await invite(name, false, 'clerk')
    const desk = start({ words: ['--port=0'] })
    const page = await desk.page()
    await connect(desk, page, service, await acceptInvitation(service.origin, token))
    return page
  }
  const team: Worker[] = [
    { name: 'Anna', role: 'administrator', page: await inBrowser('Anna', true, 'manager') },
    { name: 'Mona', role: 'manager', page: await inBrowser('Mona', false, 'manager') },
    { name: 'Vera', role: 'viewer', page: await inBrowser('Vera', false, 'viewer') },
    { name: 'Carl', role: 'clerk', page: await onDesktop('Carl') },
  ]
  for (const { page } of team) await showCards(page)

  const attempts = await startWorkers(team, projectId, { minutes: MINUTES, steps: STEPS, restart })

  // What was answered is what the role allows.
  const wrong = attempts.filter(({ answer, mayDo }) => (mayDo ? answer === 'error.forbidden' : answer === 'ok'))
  expect(wrong).toEqual([])
  for (const { name } of team)
    expect(attempts.filter((attempt) => attempt.name === name && attempt.answer !== 'lost').length).toBeGreaterThan(3)

  // What was answered is what the log says, under the right name, once.
  const entries = await audit(owner, projectId)
  expect(misnamed(attempts, entries)).toEqual([])

  // Everyone ends up with the same on screen, and sees the last change come.
  for (const { page } of team) await goTo(page, '/sandbox/cards')
  await expectSame(team)
  const cardId = (await team[0]?.page.locator('tbody [data-card]').first().getAttribute('data-card')) ?? ''
  const place = { projectId, environment: 'sandbox', cardId } as const
  const { status } = await owner.call('cards.get', place)
  if (status === 'new') await owner.call('cards.activate', { ...place, driver: 'Last Change', licensePlate: 'B-TW 1' })
  else await owner.call('cards.update', { ...place, driver: 'Last Change' })
  for (const { page } of team) await expect(page.locator('tbody')).toContainText('Last Change', PATIENTLY)
  await expectSame(team)
  expect(await owner.call('audit.verify', {})).toMatchObject({ ok: true })
})

/** All show the same rows, once what moves rows has been let in. */
async function expectSame(team: readonly Worker[]): Promise<void> {
  await expect(async () => {
    const shown = await Promise.all(
      team.map(async ({ page }) => {
        const held = page.getByRole('button', { name: 'changed · show' })
        if (await held.isVisible()) await held.click()
        return page.locator('tbody tr').allInnerTexts()
      }),
    )
    for (const rows of shown) expect(rows).toEqual(shown[0])
  }).toPass(PATIENTLY)
}

/** Kills the service at once, and starts it again. */
async function restart(): Promise<void> {
  await service.stop('SIGKILL')
  await service.start()
}

/** The log of the sandbox and of the service itself, oldest first. */
async function audit(owner: SignedInPage, projectId: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (const asked of [{ kind: 'sandbox', projectId }, { kind: 'control' }] as const)
    for (let page = 1; ; page += 1) {
      const { docs } = await owner.call('audit.list', { ...asked, page, limit: 100 })
      entries.push(...docs)
      if (docs.length < 100) break
    }
  return entries
}

/** Attempts that the log does not hold once under their person's name, and entries of what nobody did. */
function misnamed(attempts: readonly Attempt[], entries: readonly AuditEntry[]): unknown[] {
  const byMark = Map.groupBy(
    entries.filter(({ reason }) => reason?.startsWith('Work ') === true),
    ({ reason }) => reason,
  )
  const faults: unknown[] = []
  for (const { mark, name, answer, call } of attempts) {
    if (mark === null) continue
    const found = byMark.get(mark) ?? []
    byMark.delete(mark)
    const names = new Set(found.map(({ actor }) => actor.name))
    const isOnce = found.length === 1 || (answer === 'lost' && found.length === 0)
    const isRight = answer === 'ok' || answer === 'lost' ? isOnce : found.length === 0
    if (!isRight || (found.length > 0 && (names.size !== 1 || !names.has(name))))
      faults.push({ mark, name, call, answer, found })
  }
  for (const [mark, found] of byMark) faults.push({ mark, found })
  return faults
}
