import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import type { BuiltService } from '../support/built-service.ts'
import { expect, goTo, rows, screenshot, speak, test, type Page } from '../support/test.ts'

const SIZES = [
  [1280, 800],
  [900, 700],
] as const
/** Neither has an effect on the other: words change no colour, and colours no width. */
const LOOKS = [
  ['light', 'en'],
  ['dark', 'de'],
] as const

const dialog = (desk: Page) => desk.getByRole('dialog')

/** What is worth a look, and how to get there. */
const VIEWS: readonly { name: string; place: string; show?: (desk: Page) => Promise<void> }[] = [
  { name: 'drawer', place: 'cards?status=active&sort=cardNumber', show: openFirst },
  { name: 'drawer-failed', place: 'cards?sync=failed', show: openFirst },
  {
    name: 'timeline',
    place: 'cards?status=inactive&sort=cardNumber',
    show: async (desk) => {
      await openFirst(desk)
      await dialog(desk).getByRole('tab').nth(1).click()
      await expect(dialog(desk).locator('ol li').first()).toBeVisible()
    },
  },
  {
    name: 'disable',
    place: 'cards?status=active&sort=cardNumber',
    show: async (desk) => {
      await pressOnFirst(desk, 'd')
      await expect(dialog(desk).getByRole('textbox')).toBeFocused()
    },
  },
  {
    name: 'activate',
    place: 'cards?status=new',
    show: async (desk) => {
      await pressOnFirst(desk, 'a')
      await dialog(desk).getByRole('textbox').first().fill('b-fl 2041')
      await expect(dialog(desk).locator('p').filter({ hasText: 'B-FL 2041' })).toBeVisible()
    },
  },
  {
    name: 'enable',
    place: 'cards?status=inactive&sort=cardNumber',
    show: async (desk) => {
      await pressOnFirst(desk, 'e')
      await expect(dialog(desk).locator('form [data-autofocus]')).toBeFocused()
    },
  },
  { name: 'activity', place: 'activity', show: (desk) => expect(rows(desk).getByRole('button').first()).toBeVisible() },
  { name: 'activity-control', place: 'activity?log=control', show: (desk) => expect(rows(desk).first()).toBeVisible() },
  {
    name: 'access',
    place: 'access',
    show: (desk) => expect(rows(desk).first().getByRole('button').first()).toBeVisible(),
  },
  { name: 'access-create', place: 'access?do=create', show: (desk) => expect(dialog(desk)).toBeVisible() },
  {
    name: 'palette',
    place: 'cards',
    show: async (desk) => {
      await desk.keyboard.press('Control+k')
      await dialog(desk).getByRole('combobox').fill('bfl')
      await expect(desk.getByRole('option').filter({ hasText: 'B-FL' }).first()).toBeVisible()
    },
  },
]

for (const [scheme, language] of LOOKS) {
  test(`every view is sound in the ${scheme} theme and in ${language}`, async ({ desk, service }) => {
    await makeHistory(desk, service)
    await desk.emulateMedia({ colorScheme: scheme })
    await speak(desk, language)
    await desk.reload()
    for (const { name, place, show } of VIEWS) {
      await desk.setViewportSize({ width: 1280, height: 800 })
      await goTo(desk, place)
      await show?.(desk)
      for (const [width, height] of SIZES) {
        await desk.setViewportSize({ width, height })
        await screenshot(desk, `${name}-${language}-${scheme}-${width}x${height}`)
      }
      await fits(desk, name)
      expect([name, await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')]).toEqual([name, []])
    }
    await speak(desk, null)
  })
}

/** Something that was done, with a reason, and a key: an empty log shows nothing. Once for a service is enough. */
let hasHistory = false
async function makeHistory(desk: Page, service: BuiltService): Promise<void> {
  if (hasHistory) return
  hasHistory = true
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  await service.command(
    'keys',
    'create',
    '--project',
    project?.id ?? '',
    '--environment',
    'sandbox',
    '--name',
    'Fleet software',
  )
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await pressOnFirst(desk, 'd')
  await expect(dialog(desk).getByRole('textbox')).toBeFocused()
  await desk.keyboard.type('Reported lost by the driver')
  await desk.keyboard.press('Enter')
  await expect(dialog(desk).getByRole('button', { name: 'Enable card' })).toBeVisible()
}

async function openFirst(desk: Page): Promise<void> {
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await expect(dialog(desk).getByRole('tab').first()).toBeVisible()
}

async function pressOnFirst(desk: Page, key: string): Promise<void> {
  await rows(desk).first().getByRole('button').focus()
  await desk.keyboard.press(key)
}
