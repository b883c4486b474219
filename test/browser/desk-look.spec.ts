import { seriousViolations } from './support/axe.ts'
import { expect, rows, screenshot, test, type Page } from './support/test.ts'

const SIZES = [[1280, 800], [900, 700]] as const
const LANGUAGES = ['en', 'de'] as const

/** What is worth a look, and how to get there; each begins at the list of cards. */
const VIEWS: readonly { name: string; show: (desk: Page, go: (place: string) => Promise<void>) => Promise<void> }[] = [
  { name: 'drawer', show: async (desk, go) => { await go('cards?status=active&sort=cardNumber'); await openFirst(desk) } },
  { name: 'drawer-failed', show: async (desk, go) => { await go('cards?sync=failed'); await openFirst(desk) } },
  {
    name: 'timeline',
    show: async (desk, go) => {
      await go('cards?status=inactive&sort=-updatedAt')
      await openFirst(desk)
      await desk.getByRole('tab').nth(1).click()
      await expect(desk.getByRole('dialog').locator('ol li').first()).toBeVisible()
    },
  },
  { name: 'disable', show: async (desk, go) => { await go('cards?status=active&sort=cardNumber'); await rows(desk).first().getByRole('button').focus(); await desk.keyboard.press('d'); await expect(desk.getByRole('dialog').locator('form')).toBeVisible() } },
  {
    name: 'activate',
    show: async (desk, go) => {
      await go('cards?status=new')
      await rows(desk).first().getByRole('button').focus()
      await desk.keyboard.press('a')
      await desk.getByRole('dialog').getByRole('textbox').first().fill('b-fl 2041')
      await expect(desk.getByRole('dialog').locator('p').filter({ hasText: 'B-FL 2041' })).toBeVisible()
    },
  },
  { name: 'activity', show: async (desk, go) => { await go('activity'); await expect(rows(desk).first()).toBeVisible(); await expect(rows(desk).getByRole('button').first()).toBeVisible() } },
  { name: 'activity-control', show: async (desk, go) => { await go('activity?log=control'); await expect(rows(desk).first()).toBeVisible() } },
  { name: 'access', show: async (desk, go) => { await go('access'); await expect(rows(desk).first()).toBeVisible() } },
  { name: 'access-create', show: async (desk, go) => { await go('access?do=create'); await expect(desk.getByRole('dialog')).toBeVisible() } },
  { name: 'palette', show: async (desk, go) => { await go('cards'); await desk.keyboard.press('Control+k'); await desk.getByRole('combobox').fill('bfl'); await expect(desk.getByRole('option').first()).toBeVisible() } },
]

for (const scheme of ['light', 'dark'] as const) {
  for (const language of LANGUAGES) {
    test(`every view is sound in the ${scheme} theme and in ${language}`, async ({ desk }) => {
      await desk.emulateMedia({ colorScheme: scheme })
      await desk.evaluate((code) => localStorage.setItem('fuelcard-desk.language', code), language)
      const { origin } = new URL(desk.url())
      for (const { name, show } of VIEWS) {
        await desk.setViewportSize({ width: 1280, height: 800 })
        await desk.goto('about:blank')
        await show(desk, async (place) => {
          await desk.goto(`${origin}/#/sandbox/${place}`)
          await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
          if (place.startsWith('cards')) await expect(rows(desk).first().getByRole('button')).toBeVisible()
        })
        for (const [width, height] of SIZES) {
          await desk.setViewportSize({ width, height })
          await screenshot(desk, `${name}-${language}-${scheme}-${width}x${height}`)
        }
        expect([name, await desk.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)]).toEqual([name, true])
        // Words change nothing that axe looks at; one language is enough for it.
        if (language === 'en') expect([name, await seriousViolations(desk)]).toEqual([name, []])
      }
    })
  }
}

async function openFirst(desk: Page): Promise<void> {
  await rows(desk).first().click({ position: { x: 400, y: 10 } })
  await expect(desk.getByRole('dialog').getByRole('tab').first()).toBeVisible()
}
