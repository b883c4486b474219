import { join } from 'node:path'
import Database from 'better-sqlite3'
import { CLIENT_ID, CLIENT_SECRET, openProvider } from '../../support/identity/open-provider.ts'
import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import { PUBLIC_URL, startTeamService, type TeamService } from '../support/team-service.ts'
import { callService, expect, goTo, screenshot, speak, test, type Page } from '../support/test.ts'

let team: TeamService
let provider: Awaited<ReturnType<typeof openProvider>>
test.beforeAll(async () => {
  provider = await openProvider(`${PUBLIC_URL}/sign-in/callback`, { asks: true })
  team = await startTeamService()
})
test.afterAll(async () => {
  await team.dispose()
  provider.close()
})

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

const newPage = () =>
  team.browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })

test('an administrator sets the identity provider, after a test of its address; its secret is never shown', async () => {
  const admin = await newPage()
  await admin.goto(await team.service.link())
  await expect(heading(admin, 'Overview')).toBeVisible()
  await goTo(admin, 'settings?section=signIn')
  const form = group(admin, 'Identity provider')
  await expect(form.getByText(`${PUBLIC_URL}/sign-in/callback`)).toBeVisible()
  await form.getByLabel('Issuer').fill(`${provider.issuer}/other`)
  await form.getByRole('button', { name: 'Test the address' }).click()
  await expect(form.getByText('No identity provider answers at this address')).toBeVisible()
  await screenshot(admin, 'sign-in-settings-wrong-en-light-1280x800')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByRole('button', { name: 'Test the address' }).click()
  await expect(form.getByText('The identity provider answers')).toBeVisible()
  await form.getByLabel('Client ID').fill(CLIENT_ID)
  await form.getByLabel('Client secret').fill(CLIENT_SECRET)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('This is required.')).toBeVisible()
  await form.getByLabel('Name').fill('Example Ltd')
  await form.getByLabel('Claim with the roles').fill('groups')
  await form.getByRole('button', { name: 'Add a role' }).click()
  const role = form.getByRole('group', { name: 'Role 1' })
  await role.getByLabel('Text in the claim').fill('fleet-office')
  await role.getByLabel('Role').selectOption('manager')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Identity provider saved')).toBeVisible()
  await admin.reload()
  await expect(form.getByLabel('Client secret')).toHaveValue('')
  await expect(form.getByLabel('Client secret')).toHaveAttribute('placeholder', 'saved: leave empty to keep it')
  await expect(role.getByLabel('Text in the claim')).toHaveValue('fleet-office')
  await screenshot(admin, 'sign-in-settings-en-light-1280x800')
  await form.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded()
  await screenshot(admin, 'sign-in-settings-below-en-light-1280x800')
  expect(await seriousViolations(admin)).toEqual([])

  await callService(admin, 'settings.update', { theme: 'dark' })
  for (const [language, words] of [
    ['de', 'Zweiten Faktor verlangen'],
    ['fr', 'Exiger un second facteur'],
    ['nl', 'Tweede factor verplichten'],
  ] as const) {
    await speak(admin, language)
    await expect(admin.getByText(words)).toBeVisible()
    await fits(admin, language)
    if (language === 'de') {
      await screenshot(admin, 'sign-in-settings-de-dark-1280x800')
      expect(await seriousViolations(admin)).toEqual([])
    }
  }
  await callService(admin, 'settings.update', { theme: 'auto', language: null })
  await admin.close()
})

test('an invitation is accepted with the company account, which signs in from then on and decides on the role', async () => {
  provider.accounts.set('olga', { name: 'Olga', groups: ['fleet-office'] })
  const { command } = team.service
  const invitation = (await command('people', 'add', '--name', 'Olga', '--email', 'olga@fleet.example')) as {
    url: string
  }
  const page = await newPage()
  await page.goto(invitation.url)
  await expect(heading(page, 'Welcome, Olga')).toBeVisible()
  await screenshot(page, 'invitation-provider')
  await page.getByRole('button', { name: 'Use Example Ltd' }).click()
  await page.getByLabel('Account').fill('olga')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(PUBLIC_URL)
  await page.goto(`${PUBLIC_URL}/#/sandbox/settings?section=profile`)
  await expect(page.getByText('Example Ltd also decides what you may do.')).toBeVisible()
  expect(await callService(page, 'profile.get', {})).toMatchObject({ name: 'Olga', memberships: [{ role: 'manager' }] })

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await screenshot(page, 'sign-in-provider')
  // At the provider, the browser is still signed in.
  await page.getByRole('button', { name: 'Sign in with Example Ltd' }).click()
  await expect(heading(page, 'Overview').or(heading(page, 'Settings'))).toBeVisible()
  await page.close()
})

test('an account that nobody was invited for stays outside, and the page says what to do', async () => {
  provider.accounts.set('mallory', { name: 'Olga', email: 'olga@fleet.example', email_verified: true })
  const page = await newPage()
  await page.goto(PUBLIC_URL)
  await page.getByRole('button', { name: 'Sign in with Example Ltd' }).click()
  await page.getByLabel('Account').fill('mallory')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('ask for an invitation')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await screenshot(page, 'sign-in-not-linked')
  await page.close()
})

test('at the command line, what is not named stays', async () => {
  const { command } = team.service
  expect(await command('people', 'sign-in', 'set', '--name', 'Example', '--map', 'fleet=clerk')).toMatchObject({
    provider: {
      name: 'Example',
      issuer: provider.issuer,
      hasSecret: true,
      roles: [{ value: 'fleet', role: 'clerk', projectId: null }],
    },
  })
  expect(await command('people', 'sign-in', 'test')).toEqual({ answers: true })
  expect(await command('people', 'sign-in', 'set', '--given-roles', '--second-factor')).toMatchObject({
    requireSecondFactor: true,
    provider: { roleClaim: null, hasSecret: true },
  })
  expect(await command('people', 'sign-in', 'remove')).toMatchObject({ requireSecondFactor: true, provider: null })
})

test('after a start at another public URL, administrators read what that voids, once', async () => {
  const { service } = team
  await service.stop()
  const control = new Database(join(service.dataDir, 'control.sqlite'))
  control.prepare("update setting set value = 'https://before.example' where name = 'public_url'").run()
  control.close()
  await service.start()
  const admin = await newPage()
  await admin.goto(await service.link())
  const notice = admin.getByRole('status').filter({ hasText: 'The address of this service has changed' })
  await expect(notice).toContainText(`From https://before.example to ${PUBLIC_URL}`)
  await screenshot(admin, 'moved-en-light-1280x800')
  expect(await seriousViolations(admin)).toEqual([])
  await admin.emulateMedia({ colorScheme: 'dark' })
  await screenshot(admin, 'moved-en-dark-1280x800')
  expect(await seriousViolations(admin)).toEqual([])
  await notice.getByRole('button', { name: 'Got it' }).click()
  await expect(notice).toHaveCount(0)
  await admin.reload()
  await expect(heading(admin, 'Overview')).toBeVisible()
  await expect(notice).toHaveCount(0)
})
