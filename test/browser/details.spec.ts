import { LOOK } from './support/look.ts'
import { callService, expect, goTo, rows, screenshot, speak, test, type Page } from './support/test.ts'

// A browser that speaks American English, before an app that does not.
test.use({ locale: 'en-US' })

const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const
const NAMES = { en: 'Cards', de: 'Karten', fr: 'Cartes', nl: 'Kaarten' } as const

async function projectOf(desk: Page): Promise<string> {
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  return project?.id ?? ''
}

test('English dates are British, whatever the browser’s English', async ({ desk }) => {
  await expect(rows(desk)).toHaveCount(48)
  const dates = await rows(desk).locator('time').allTextContents()
  expect(dates.length).toBeGreaterThan(20)
  expect(dates.filter((date) => !/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/.test(date))).toEqual([])
})

test('cards without a driver come last in both directions', async ({ desk }) => {
  const driver = desk.getByRole('columnheader', { name: 'Driver' }).getByRole('button')
  for (const sort of ['driver', '-driver']) {
    await driver.click()
    await expect(desk).toHaveURL(new RegExp(`sort=${sort}(?:&|$)`))
    await expect(desk.locator('section[aria-busy="false"]').first()).toBeVisible()
    await expect(rows(desk).last().getByText('not activated yet').first()).toBeAttached()
    await expect(rows(desk).first().getByText('not activated yet')).toHaveCount(0)
  }
})

test('the search says in every language and window what it finds', LOOK, async ({ desk }) => {
  for (const language of LANGUAGES) {
    await speak(desk, language)
    for (const [width, height] of [
      [1280, 800],
      [900, 700],
      [640, 400],
    ] as const) {
      await desk.setViewportSize({ width, height })
      await expect(desk.getByRole('heading', { name: NAMES[language], level: 1 })).toBeVisible()
      const field = desk.getByRole('search').getByRole('textbox').first()
      const fits = () =>
        field.evaluate((input: HTMLInputElement) => {
          const style = getComputedStyle(input)
          const pen = document.createElement('canvas').getContext('2d')
          if (pen === null) return false
          pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
          return (
            pen.measureText(input.placeholder).width <=
            input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
          )
        })
      await expect.poll(async () => [language, width, await fits()]).toEqual([language, width, true])
    }
  }
  await speak(desk, null)
})

test('a long project name gives way to its neighbours', async ({ desk }) => {
  const projectId = await projectOf(desk)
  await callService(desk, 'projects.rename', {
    projectId,
    name: 'Regional office of the south-eastern forwarding company, second floor',
  })
  for (const [width, height] of [
    [1280, 800],
    [900, 700],
    [640, 400],
  ] as const) {
    await desk.setViewportSize({ width, height })
    await desk.reload()
    await expect(desk.getByRole('button', { name: /Regional office/ })).toBeVisible()
    const header = desk.getByRole('banner')
    for (const control of [
      header.getByText('Production', { exact: true }),
      header.getByRole('button', { name: 'Sign out' }),
    ]) {
      const box = await control.boundingBox()
      expect([width, (box?.x ?? 0) + (box?.width ?? width) <= width, (box?.height ?? 99) <= 40]).toEqual([
        width,
        true,
        true,
      ])
    }
    await screenshot(desk, `long-project-en-light-${width}x${height}`)
  }
  await callService(desk, 'projects.rename', { projectId, name: 'Demo fleet' })
})

test('items that need attention and the days of expiry are visible without scrolling', async ({ desk }) => {
  await goTo(desk, 'overview')
  await expect(desk.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()).toBeInViewport({
    ratio: 1,
  })
  const days = desk.getByRole('region', { name: 'Expiring', exact: true }).getByRole('row')
  await expect(days).toHaveCount(8)
  await expect(days.last()).toBeInViewport({ ratio: 1 })
})

test('a copy button never lies over what it copies', async ({ desk }) => {
  for (const [width, height] of [
    [1280, 800],
    [640, 400],
  ] as const) {
    await desk.setViewportSize({ width, height })
    await goTo(desk, 'access')
    const code = await desk.getByRole('group', { name: 'curl' }).boundingBox()
    const copy = await desk.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).boundingBox()
    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual(copy?.x ?? 0)
  }
})

test('panels start below their screen’s title', async ({ desk }) => {
  for (const [width, height] of [
    [1280, 800],
    [900, 700],
    [640, 400],
  ] as const) {
    await desk.setViewportSize({ width, height })
    for (const place of [
      'overview',
      'cards',
      'webhook?tab=simulate',
      'webhook?tab=inbox',
      'activity',
      'access',
      'settings?section=backup',
    ]) {
      await goTo(desk, place)
      const title = await desk.getByRole('heading', { level: 1 }).boundingBox()
      const edges = await desk.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll('section')]
          .map((section) => section.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left }) => left),
      )
      if (edges.length > 0 && !(width === 1280 && place.startsWith('settings')))
        expect([place, width, Math.min(...edges)]).toEqual([place, width, title?.x])
    }
  }
  // Nor is a word cut on the buttons beside it.
  await speak(desk, 'fr')
  await goTo(desk, 'cards')
  const words = desk.getByRole('main').getByText(/^(Expirations|Importer|Activer les nouvelles cartes)$/)
  await expect(words).toHaveCount(3)
  expect(await words.evaluateAll((all) => all.every((word) => word.scrollWidth <= word.clientWidth))).toBe(true)
  await speak(desk, null)
})

test('the cards of a delivery log and of an audit log are asked for once, not row by row', async ({ desk }) => {
  const projectId = await projectOf(desk)
  const place = { projectId, environment: 'sandbox' }
  const { url } = (await callService(desk, 'inbox.get', { projectId })) as { url: string }
  await callService(desk, 'webhook.create', { ...place, url, events: ['card.disabled'] })
  const { docs } = (await callService(desk, 'cards.list', { ...place, query: { status: 'active', limit: 12 } })) as {
    docs: { id: string }[]
  }
  for (const { id } of docs) await callService(desk, 'cards.disable', { ...place, cardId: id })
  const asked: string[] = []
  const answers: number[] = []
  desk.on('request', (request) => asked.push(request.url().split('/').at(-1) ?? ''))
  desk.on('response', (response) => answers.push(response.status()))
  await goTo(desk, 'webhook')
  await expect(rows(desk)).toHaveCount(12)
  await expect(rows(desk).getByText(/\d/).first()).toBeVisible()
  await goTo(desk, 'activity')
  await expect(rows(desk).getByRole('button', { name: /^Open card/ })).toHaveCount(12)
  expect(asked.filter((call) => call === 'cards.get')).toEqual([])
  expect(asked.filter((call) => call === 'cards.names').length).toBeLessThanOrEqual(4)
  expect(answers.filter((status) => status >= 400)).toEqual([])
})
