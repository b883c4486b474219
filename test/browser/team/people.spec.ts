import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import { linkIdentity, secondPerson } from '../support/second-person.ts'
import { callService, expect, goTo, rows, screenshot, test, type Page } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function firstProject(desk: Page): Promise<string> {
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  return project?.id ?? ''
}

test('who works alone is asked for a name in passing, and the log then has it', async ({ desk }) => {
  await goTo(desk, 'overview')
  await expect(desk.getByRole('navigation').getByRole('link', { name: 'People' })).toHaveCount(0)
  const question = desk.getByRole('region', { name: 'Your name' })
  await question.getByRole('textbox').fill('Ruth Adler')
  await screenshot(desk, 'people-name-light')
  expect(await seriousViolations(desk)).toEqual([])
  await desk.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  const { docs } = (await callService(desk, 'cards.list', {
    projectId: await firstProject(desk),
    environment: 'sandbox',
    query: { status: 'active', limit: 1 },
  })) as { docs: { id: string; projectId: string; environment: string }[] }
  await callService(desk, 'cards.disable', { ...(docs[0] && place(docs[0])) })
  await goTo(desk, 'activity')
  await expect(rows(desk).filter({ hasText: 'Disabled' }).first()).toContainText('Ruth Adler')
})

const place = ({ id, projectId, environment }: { id: string; projectId: string; environment: string }) => ({
  projectId,
  environment,
  cardId: id,
})

test('an administrator invites, gives a role, suspends and lets in again', async ({ desk }) => {
  await goTo(desk, 'settings?section=people')
  await desk.getByRole('link', { name: 'Invite a person' }).click()
  const invite = dialog(desk)
  await expect(invite.getByText('First, your own access')).toBeVisible()
  await invite.getByLabel('Name').fill('Ruth Adler')
  await invite.getByRole('button', { name: 'Save and go on' }).click()
  await expect(invite.getByText('Enter an e-mail address.')).toBeVisible()
  await invite.getByLabel('E-mail').fill('ruth@fleet.example')
  await invite.getByLabel('New password', { exact: true }).fill('password1234')
  await invite.getByRole('button', { name: 'Save and go on' }).click()
  await expect(invite.getByText('This password is easily guessed')).toBeVisible()
  await screenshot(desk, 'people-first-light')
  expect(await seriousViolations(desk)).toEqual([])
  await invite.getByLabel('New password', { exact: true }).fill('lanterne dix-sept brouette')
  await invite.getByRole('button', { name: 'Save and go on' }).click()
  await expect(invite.getByText('First, your own access')).toHaveCount(0)
  await invite.getByRole('button', { name: 'Create invitation' }).click()
  await expect(invite.getByText('Enter an e-mail address.')).toBeVisible()
  await invite.getByLabel('Name').fill('Jonas Weber')
  await invite.getByLabel('E-mail').fill('RUTH@fleet.example')
  await invite.getByRole('button', { name: 'Create invitation' }).click()
  await expect(invite.getByLabel('E-mail')).toHaveAccessibleDescription(/Somebody already has/)
  await invite.getByLabel('E-mail').fill('jonas@fleet.example')
  await invite.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog(desk).getByLabel('Personal link')).toHaveValue(/\/#invitation=[\w-]{43}$/)
  await expect(dialog(desk)).toContainText('Opens on this computer only')
  await screenshot(desk, 'people-link-light')
  expect(await seriousViolations(desk)).toEqual([])
  await dialog(desk).getByRole('button', { name: 'Done' }).click()

  // No longer alone: the screen has its place in the rail.
  await expect(desk.getByRole('navigation').getByRole('link', { name: 'People' })).toBeVisible()
  await desk.getByRole('button', { name: 'Open Jonas Weber' }).click()
  const drawer = dialog(desk)
  await drawer.getByLabel('Role in Demo fleet').selectOption('Manager')
  await expect(toasts(desk)).toContainText('Demo fleet: Manager for Jonas Weber')
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByLabel('Role in Demo fleet')).toHaveValue('clerk')
  await screenshot(desk, 'people-person-light')
  expect(await seriousViolations(desk)).toEqual([])
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  await desk.getByRole('button', { name: 'Suspend Jonas Weber' }).click()
  await expect(drawer.getByText('Suspended', { exact: true })).toBeVisible()
  // It says why not.
  await drawer.getByRole('button', { name: 'New link' }).hover()
  await expect(desk.getByRole('tooltip')).toHaveText('Resume this person first.')
  await drawer.getByRole('button', { name: 'Resume' }).click()
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible()
  await desk.keyboard.press('Escape')
  await desk.getByRole('button', { name: 'Open Ruth Adler' }).click()
  await expect(drawer.getByLabel('Administrator')).toBeDisabled()
  await expect(drawer.getByRole('button', { name: 'Suspend' })).toHaveAttribute('aria-disabled', 'true')
})

test('a viewer sees the project, changes nothing and reads why; a new role holds at once', async ({
  desk,
  service,
  browser,
}) => {
  const projectId = await firstProject(desk)
  const { id, page } = await secondPerson(browser, desk, service, { name: 'Mia Brandt', projectId, role: 'viewer' })
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  for (const screen of [
    'overview',
    'webhook',
    'sync',
    'activity',
    'activity?log=requests',
    'access',
    'settings',
    'people',
  ]) {
    await goTo(page, screen)
    expect(await seriousViolations(page)).toEqual([])
  }
  await expect(page.getByRole('main')).toContainText('Only administrators may do this.')
  await goTo(page, 'cards?status=active')
  await screenshot(page, 'people-viewer-light')
  // What a screen offers, it may ask for.
  expect(refused).toEqual([])
  await page.setViewportSize({ width: 640, height: 400 })
  await fits(page, 'cards of a viewer')
  await page.setViewportSize({ width: 1280, height: 800 })
  await rows(page).first().getByRole('button').first().focus()
  await page.keyboard.press('d')
  await expect(toasts(page)).toContainText('This takes the role Clerk. Yours in this project is Viewer.')
  await expect(page.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('combobox').fill('create an api key')
  await expect(page.getByText('No results for “create an api key”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await callService(desk, 'people.setRole', { personId: id, projectId, role: 'clerk' })
  await expect(page.getByRole('button', { name: 'Import' })).not.toHaveAttribute('aria-disabled', 'true')
  await rows(page).first().getByRole('button').first().click()
  await dialog(page)
    .getByRole('button', { name: /^Disable/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Disable card', exact: true }).click()
  await expect(toasts(page)).toContainText('disabled')
  await goTo(desk, 'activity')
  await expect(rows(desk).filter({ hasText: 'Disabled' }).first()).toContainText('Mia Brandt')

  await callService(desk, 'signIn.updateSettings', {
    provider: {
      name: 'Example Ltd',
      issuer: 'https://login.example',
      clientId: 'fuelcard-desk',
      roleClaim: 'groups',
      roles: [],
    },
  })
  linkIdentity(service, id, 'https://login.example')
  await goTo(desk, `people?person=${id}`)
  await expect(dialog(desk)).toContainText('Roles come from Example Ltd and are changed there.')
  await expect(dialog(desk).getByLabel('Role in Demo fleet')).toBeDisabled()
  await screenshot(desk, 'people-provider-light')

  await callService(desk, 'people.suspend', { personId: id })
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.context().close()
})
