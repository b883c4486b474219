import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import { callService, expect, goTo, rows, screenshot, settled, speak, test, type Page } from '../support/test.ts'

/** Each language once, each theme twice: words change no colour. */
const LOOKS = [
  ['light', 'en'],
  ['dark', 'de'],
  ['light', 'fr'],
  ['dark', 'nl'],
] as const
const SIZES = [
  [900, 700],
  [1440, 900],
  [1920, 1080],
] as const

const LEAVER = 'Łukasz Żółć-Wiśniewski'
const dialog = (desk: Page) => desk.getByRole('dialog')
const shown = (desk: Page) => expect(dialog(desk).last()).toBeVisible()
const ofDriver = (name: string, tab = 'cards') => `driver?${new URLSearchParams({ name, tab }).toString()}`

/** Screens of a clerk's day, and how to get there by keys and addresses, which are the same in every language. */
const VIEWS: readonly { name: string; place: string; show?: (desk: Page) => Promise<void> }[] = [
  { name: 'tabs', place: 'cards' },
  {
    name: 'disable-until',
    place: 'cards?status=active&sort=cardNumber',
    show: async (desk) => {
      await rows(desk).first().getByRole('button').first().focus()
      await desk.keyboard.press('d')
      await shown(desk)
    },
  },
  {
    name: 'chosen',
    place: 'cards?status=active&sort=cardNumber',
    show: async (desk) => {
      for (const row of [0, 1, 2]) await rows(desk).nth(row).getByRole('checkbox').check()
    },
  },
  {
    name: 'shortcuts',
    place: 'cards',
    show: async (desk) => {
      await desk.keyboard.press('?')
      await shown(desk)
    },
  },
  {
    name: 'palette-driver',
    place: 'overview',
    show: async (desk) => {
      await desk.keyboard.press('Control+k')
      await dialog(desk).getByRole('combobox').fill('jur')
      await expect(desk.getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'driver', place: ofDriver(LEAVER) },
  { name: 'driver-past', place: ofDriver(LEAVER, 'past') },
  { name: 'expiring', place: 'cards?expiring=all' },
  { name: 'overview', place: 'overview' },
  { name: 'activity', place: 'activity' },
  { name: 'jobs', place: 'activity?log=jobs' },
  { name: 'planned', place: 'activity?log=planned' },
  { name: 'requests', place: 'activity?log=requests' },
  { name: 'import', place: 'cards?do=import', show: shown },
]

for (const [scheme, language] of LOOKS) {
  test(`a clerk's screens are sound in every window, in the ${scheme} theme and in ${language}`, async ({ desk }) => {
    await makeHistory(desk)
    await desk.emulateMedia({ colorScheme: scheme })
    await speak(desk, language)
    await desk.reload()
    for (const { name, place, show } of VIEWS) {
      await desk.setViewportSize({ width: 1440, height: 900 })
      await goTo(desk, place)
      await show?.(desk)
      for (const [width, height] of SIZES) {
        await desk.setViewportSize({ width, height })
        await settled(desk)
        await screenshot(desk, `clerk-${name}-${language}-${scheme}-${width}`)
        await fits(desk, `${name} at ${width}`)
      }
      expect([name, await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')]).toEqual([name, []])
      // A dialog without an address of its own stays open on the next screen.
      if ((await dialog(desk).count()) > 0) await desk.keyboard.press('Escape')
    }
    await speak(desk, null)
  })
}

/** Plans, a job, a driver with several cards. Once for a service is enough. */
let hasHistory = false
async function makeHistory(desk: Page): Promise<void> {
  if (hasHistory) return
  hasHistory = true
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const place = { projectId: project?.id, environment: 'sandbox' }
  const query = { status: 'active', sortField: 'driver', sortDirection: 'asc', limit: 12 }
  const { docs } = (await callService(desk, 'cards.list', { ...place, query })) as { docs: { id: string }[] }
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString()
  for (const { id: cardId } of docs.slice(0, 4))
    await callService(desk, 'cards.update', { ...place, cardId, driver: LEAVER })
  for (const { id: cardId } of docs.slice(2, 6))
    await callService(desk, 'cards.disable', { ...place, cardId, reason: 'other', note: 'On holiday', until })
  await callService(desk, 'bulk.start', {
    ...place,
    request: {
      selection: { kind: 'cards', cardIds: docs.slice(7, 12).map(({ id }) => id) },
      command: { type: 'disable', reason: 'vehicle_sold' },
    },
  })
}
