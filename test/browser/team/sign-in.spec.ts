import { Secret, TOTP } from 'otpauth'
import { seriousViolations } from '../support/axe.ts'
import { PUBLIC_URL, startTeamService, type TeamService } from '../support/team-service.ts'
import { callService, expect, screenshot, test, type Page } from '../support/test.ts'

const PASSWORD = 'lanterne dix-sept brouette'

let team: TeamService
test.beforeAll(async () => {
  team = await startTeamService()
})
test.afterAll(() => team.dispose())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const problem = (page: Page) => page.getByRole('alert')
const password = (page: Page) => page.getByRole('textbox', { name: /assword/ })

const invite = async (name: string): Promise<string> => {
  const email = `${name.toLowerCase()}@fleet.example`
  return (
    (await team.service.command('people', 'add', '--administrator', '--name', name, '--email', email)) as {
      url: string
    }
  ).url
}

async function newPage(): Promise<Page> {
  const page = await team.browser.newPage({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

/** Light and dark, with the violations that axe finds in either. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await screenshot(page, `${name}-${colorScheme}`)
    expect(await seriousViolations(page, colorScheme === 'dark' ? 'colours' : 'everything')).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('an invitation sets a password, by keyboard alone; a session that ends leads back to where it was', async () => {
  const page = await newPage()
  const link = await invite('Nina')
  await page.goto(link)
  await expect(heading(page, 'Welcome, Nina')).toBeVisible()
  expect(page.url()).toBe(`${PUBLIC_URL}/`)
  await look(page, 'invitation')
  await password(page).focus()
  await page.keyboard.type('password1234')
  await page.keyboard.press('Enter')
  await expect(problem(page)).toContainText('easily guessed')
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Overview')).toBeVisible()

  await page.goto(`${PUBLIC_URL}/#/sandbox/cards`)
  await expect(heading(page, 'Cards')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('fuelcard-desk.proof', 'another'))
  await page.reload()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText('back where you were')).toBeVisible()
  await look(page, 'sign-in')
  await page.getByLabel('E-mail address').fill('nina@fleet.example')
  await password(page).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(problem(page)).toContainText('The e-mail address or the password is wrong')
  await screenshot(page, 'sign-in-wrong')
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Cards')).toBeVisible()

  const used = await newPage()
  await used.goto(link)
  await expect(heading(used, 'This invitation no longer works')).toBeVisible()
  await look(used, 'invitation-over')
  await used.getByRole('button', { name: 'Go to the sign-in page' }).click()
  await expect(heading(used, 'Sign in')).toBeVisible()
})

test('a passkey is made, and signs in without a name', async () => {
  const page = await newPage()
  await page.goto(await invite('Omar'))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
  await page.goto(`${PUBLIC_URL}/#/sandbox/settings?section=profile`)
  await expect(page.getByText('This device').first()).toBeVisible()
})

test('an authenticator app is set up in the profile and asked for from then on; a recovery code stands in', async () => {
  const page = await newPage()
  await page.goto(await invite('Pia'))
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Overview')).toBeVisible()
  await page.goto(`${PUBLIC_URL}/#/sandbox/settings?section=profile`)
  await expect(page.getByRole('region', { name: 'How you sign in' })).toBeVisible()
  await look(page, 'profile')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await look(page, 'profile-app')
  const key = (await page.locator('code', { hasText: /^[A-Z2-7]{4} / }).textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByLabel('The code that the app now shows').fill(app.generate())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await look(page, 'profile-codes')
  const [first = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 left')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByLabel('E-mail address').fill('pia@fleet.example')
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await look(page, 'sign-in-code')
  // The code that has set up the app was used.
  await page.getByLabel('Code from your authenticator app').fill(app.generate({ timestamp: Date.now() - 60_000 }))
  await page.keyboard.press('Enter')
  await expect(problem(page)).toContainText('This code is wrong')
  await page.getByLabel('Code from your authenticator app').fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByText('9 left')).toBeVisible()
})

test('language and theme are a person’s own, on each device', async () => {
  const { url } = (await team.service.command(
    'people',
    'add',
    '--administrator',
    '--name',
    'Rosa',
    '--email',
    'rosa@fleet.example',
    '--language',
    'de',
  )) as { url: string }
  const page = await newPage()
  await page.goto(url)
  await expect(heading(page, 'Willkommen, Rosa')).toBeVisible()
  await page.getByRole('textbox', { name: 'Neues Passwort' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Übersicht')).toBeVisible()
  await page.goto(`${PUBLIC_URL}/#/sandbox/settings?section=appearance`)
  await expect(page.getByText('Nur für Sie, auf jedem Gerät')).toBeVisible()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('fr')
  await page.getByText('Sombre', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await screenshot(page, 'appearance-own-fr-dark')
  await expect
    .poll(async () => (await callService(page, 'profile.get', {})) as object)
    .toMatchObject({ language: 'fr', theme: 'dark' })

  const elsewhere = await newPage()
  await elsewhere.goto(PUBLIC_URL)
  await elsewhere.getByLabel('E-mail address').fill('rosa@fleet.example')
  await password(elsewhere).fill(PASSWORD)
  await elsewhere.keyboard.press('Enter')
  await expect(heading(elsewhere, 'Vue d’ensemble')).toBeVisible()
  await expect(elsewhere.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // What nobody else chose stays the service's.
  expect(await callService(elsewhere, 'settings.get', {})).toMatchObject({
    settings: { language: null, theme: 'auto' },
  })
  await page.getByRole('combobox', { name: 'Langue' }).selectOption({ label: 'Comme le service' })
  await expect(heading(page, 'Settings')).toBeVisible()
})

test('the sign-in page speaks four languages', async () => {
  const page = await newPage()
  await page.goto(PUBLIC_URL)
  for (const [language, title] of [
    ['Deutsch', 'Anmelden'],
    ['Français', 'Connexion'],
    ['Nederlands', 'Aanmelden'],
  ] as const) {
    await page.getByRole('combobox').selectOption({ label: language })
    await expect(heading(page, title)).toBeVisible()
    await screenshot(page, `sign-in-${language}`)
  }
})
