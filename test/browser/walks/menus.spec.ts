import { seriousViolations } from '../support/axe.ts'
import { expect, goTo, rows, screenshot, test, type Page } from '../support/test.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
] as const

const action = (desk: Page) => desk.getByRole('search').getByRole('button', { name: 'Action', exact: true })
const options = (desk: Page) => desk.getByRole('listbox', { name: 'Action' }).getByRole('option')

/** Every menu that the screens open, by the name of its button. */
const MENUS: readonly (readonly [place: string, button: string | RegExp])[] = [
  ['overview', /^Project:/],
  ['overview', 'Language'],
  ['cards', 'Import'],
  ['cards', 'Status'],
  ['cards', 'Sync'],
  ['cards', 'Expires'],
  ['cards', 'Views'],
  ['cards', 'Columns'],
  ['cards', 'Export'],
  ['activity', 'Action'],
  ['activity?in=all', 'Project'],
  ['activity', 'Card'],
  ['activity?log=requests', 'Method'],
  ['activity?log=requests', 'Status'],
]

for (const size of SIZES) {
  test(`no menu is larger than a window of ${size.width} by ${size.height}, and each can be scrolled to its end`, async ({
    desk,
  }) => {
    await desk.setViewportSize(size)
    for (const [place, button] of MENUS) {
      await goTo(desk, place)
      const opener = desk.getByRole('button', { name: button, exact: typeof button === 'string' }).first()
      await opener.click()
      const menu = desk
        .locator('.mantine-Menu-dropdown, .mantine-Popover-dropdown, .mantine-Combobox-dropdown')
        .filter({ visible: true })
        .last()
      // It is placed once its size is known.
      await expect
        .poll(async () => {
          const box = await menu.boundingBox()
          return box !== null && box.height > 30 && box.y >= 0 && box.y + box.height <= size.height
        }, String(button))
        .toBe(true)
      const box = await menu.boundingBox()
      // Its last line can be brought into its own sight, by the wheel alone.
      const last = menu.locator('[role^="menuitem"], [role="option"], button, input, p').last()
      await menu.hover({ position: { x: 20, y: Math.min(60, (box?.height ?? 60) - 5) } })
      await desk.mouse.wheel(0, 5_000)
      await expect(last).toBeInViewport()
      await desk.keyboard.press('Escape')
    }
  })
}

test('the actions of the log are searched, with the keyboard alone, without regard to case', async ({ desk }) => {
  await goTo(desk, 'cards?status=active')
  await goTo(desk, 'activity')
  await action(desk).focus()
  await desk.keyboard.press('Enter')
  const search = desk.getByRole('searchbox', { name: 'Search' }).or(desk.getByRole('textbox', { name: 'Search' }))
  await expect(search).toBeFocused()
  const all = await options(desk).count()
  expect(all).toBeGreaterThan(20)
  await screenshot(desk, 'activity-actions-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await desk.keyboard.type('WEBHOOK disa')
  await expect(options(desk)).toHaveCount(1)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('search').getByRole('button', { name: /^Action: Webhook disabled/ })).toBeFocused()
  expect(new URL(desk.url()).hash).toContain('action=webhook.disable')
  // Reopened, it shows the selection; an unmatched search says so; Escape leaves the selection unchanged.
  await desk.keyboard.press('Enter')
  await expect(options(desk)).toHaveCount(all)
  await expect(desk.getByRole('option', { selected: true })).toContainText('Webhook disabled')
  await expect(search).toBeFocused()
  await desk.keyboard.type('zzz')
  await expect(desk.getByText('No results for “zzz”.')).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(options(desk)).toHaveCount(0)
  await desk.getByRole('button', { name: 'Remove the filter Action' }).click()
  await expect(action(desk)).toBeVisible()
  await expect(rows(desk).first()).toBeVisible()
})
