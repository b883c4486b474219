import { seriousViolations } from '../support/axe.ts'
import { fillEveryScreen } from '../support/full-fleet.ts'
import { startReferencePortal } from '../support/reference-portal.ts'
import { secondPerson } from '../support/second-person.ts'
import { callService, expect, goTo, rows, test, type Page } from '../support/test.ts'
import type { Locator } from '@playwright/test'

const ROLES = ['viewer', 'clerk', 'manager'] as const
type Role = (typeof ROLES)[number]
const WORDS: Record<Role, string> = { viewer: 'Viewer', clerk: 'Clerk', manager: 'Manager' }

interface Stop {
  place: string
  environment?: 'production'
  /** What leads to the controls from the place. */
  open?: (page: Page) => Promise<void>
  /** By the role that each control needs. */
  clerk?: readonly (string | RegExp)[]
  manager?: readonly (string | RegExp)[]
}

const firstRow = (page: Page) => rows(page).first().getByRole('button').first()

const STOPS: readonly Stop[] = [
  { place: 'overview', environment: 'production', clerk: ['Send again'] },
  { place: 'cards?status=active', clerk: ['Import', 'Activate new cards', 'Export'] },
  {
    place: 'cards?status=active',
    open: (page) => rows(page).first().getByRole('checkbox').check(),
    clerk: ['Enable', 'Disable', 'Internal details…', 'Activate from file'],
  },
  {
    place: 'cards?status=active',
    open: (page) => page.getByRole('button', { name: 'Views' }).press('Enter'),
    clerk: ['Save this view…'],
  },
  {
    place: 'cards?status=active',
    open: (page) => firstRow(page).click(),
    clerk: ['Edit reference, cost centre and notes', /^Disable card/],
  },
  { place: 'webhook', manager: ['Send a test event', 'Disable', 'Edit', 'Rotate secret', 'Delete'] },
  {
    place: 'sync',
    environment: 'production',
    manager: ['Sync now', 'Other ways to sync', 'Change', 'Test connection', 'Edit', 'Disconnect'],
  },
  { place: 'sync?tab=pushes', environment: 'production', clerk: [/^Send \d failed changes again$/] },
  { place: 'sync?tab=drift', environment: 'production', manager: [/^Send ours again/, /^Accept theirs/] },
  { place: 'activity', clerk: ['Export'] },
  { place: 'settings?section=approvals', manager: ['Save'] },
]

/** What the settings hold for each role; the rest is for administrators. */
const SECTIONS: Record<Role, readonly string[]> = {
  viewer: ['Profile', 'Appearance', 'E-mail'],
  clerk: ['Profile', 'Appearance', 'E-mail', 'Approvals', 'Data'],
  manager: ['Profile', 'Appearance', 'E-mail', 'Approvals', 'Sandbox', 'Data'],
}

async function walk(page: Page, role: Role): Promise<void> {
  for (const { place, environment, open, ...needed } of STOPS) {
    if (place.startsWith('settings') && role === 'viewer') continue
    await goTo(page, place, environment)
    await open?.(page)
    for (const needs of ['clerk', 'manager'] as const)
      for (const name of needed[needs] ?? []) {
        const control = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()
        await test.step(`${role}: ${place}: ${String(name)}`, async () => {
          await expect(control).toBeVisible()
          if (ROLES.indexOf(role) >= ROLES.indexOf(needs))
            return expect(control).not.toHaveAttribute('aria-disabled', 'true')
          await expect(control).toHaveAttribute('aria-disabled', 'true')
          await expect(control).toHaveAccessibleDescription(reason(needs, role))
          if (role === 'viewer') await readByKeyboard(page, control, reason(needs, role))
        })
      }
  }
}

/** What a mouse has focused needs no tooltip. */
async function readByKeyboard(page: Page, control: Locator, why: string): Promise<void> {
  await control.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
  await expect(page.getByRole('tooltip').filter({ hasText: why }).last()).toBeVisible()
  await control.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

const reason = (needs: Role, own: Role) =>
  `This takes the role ${WORDS[needs]}. Yours in this project is ${WORDS[own]}.`

test('a viewer, a clerk and a manager walk the screens: each reads why not, and what is allowed works', async ({
  desk,
  service,
  browser,
}) => {
  test.slow()
  const portal = await startReferencePortal(20)
  await fillEveryScreen(desk, portal)
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const projectId = project?.id ?? ''
  const refused: string[] = []
  const enter = async (name: string, role: Role) => {
    const { page } = await secondPerson(browser, desk, service, { name, projectId, role })
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${role}: ${response.request().postData() ?? ''}`)
    })
    return page
  }
  const pages = {
    viewer: await enter('Mia Brandt', 'viewer'),
    clerk: await enter('Jonas Weber', 'clerk'),
    manager: await enter('Lena Okafor', 'manager'),
  }
  for (const role of ROLES) {
    const page = pages[role]
    await walk(page, role)
    await goTo(page, 'settings')
    await expect(page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')).toHaveText(
      SECTIONS[role],
    )
    for (const section of SECTIONS[role]) {
      await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: section }).click()
      await expect(page.getByRole('main').getByRole('region').first()).toBeVisible()
    }
    await goTo(page, 'access')
    await expect(page.getByRole('button', { name: 'Create key' })).toHaveCount(role === 'manager' ? 1 : 0)
    await expect(page.getByText('API keys are for managers')).toHaveCount(role === 'manager' ? 0 : 1)
  }
  expect(await seriousViolations(pages.viewer)).toEqual([])
  // What a screen offers, it may ask for.
  expect(refused).toEqual([])

  await goTo(pages.viewer, 'cards?status=active')
  await firstRow(pages.viewer).focus()
  await pages.viewer.keyboard.press('d')
  await expect(pages.viewer.getByText(reason('clerk', 'viewer'))).toBeVisible()

  await goTo(pages.clerk, 'cards?status=active')
  await pages.clerk.getByRole('button', { name: 'Clear', exact: true }).click()
  await firstRow(pages.clerk).focus()
  await pages.clerk.keyboard.press('d')
  await pages.clerk.getByRole('dialog').getByRole('button', { name: 'Disable card', exact: true }).click()
  await expect(pages.clerk.getByRole('region', { name: 'Messages' })).toContainText('disabled')

  await goTo(pages.manager, 'webhook')
  await pages.manager.getByRole('button', { name: 'Rotate secret' }).click()
  await pages.manager.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(pages.manager.getByRole('dialog')).toContainText('secret')
  for (const page of Object.values(pages)) await page.context().close()
  await portal.close()
})
