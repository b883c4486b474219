import { countEffort } from './support/effort.ts'
import { callService, expect, goTo, rows, screenshot, settled, speak, test, type Page } from './support/test.ts'

const screens = (desk: Page) => desk.getByRole('navigation', { name: 'Screens' })

test('a key is made, seen once, used, rolled and revoked', async ({ desk, request }) => {
  await screens(desk).getByRole('link', { name: 'API access' }).click()
  await expect(desk.getByText('$FUELCARD_API_KEY')).toBeVisible()
  await desk.getByRole('button', { name: 'Create key' }).first().click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await expect(desk.getByText('Enter a name.')).toBeVisible()
  await desk.getByLabel('Name').fill('Route planner')
  await desk.keyboard.press('Enter')
  const secret = desk.getByRole('dialog', { name: /Your new key/ })
  const key = await secret.getByLabel('API key').inputValue()
  expect(key).toMatch(/^sk_sandbox_/)
  await expect(secret.getByText(key).first()).toBeVisible()
  // Neither a stray click nor Escape takes it away.
  await desk.mouse.click(10, 400)
  await desk.keyboard.press('Escape')
  await expect(secret).toBeVisible()
  const address = /"(http[^"]+)"/.exec((await secret.locator('pre').first().textContent()) ?? '')?.[1] ?? ''
  expect((await request.get(address, { headers: { Authorization: `Bearer ${key}` } })).status()).toBe(200)
  await secret.getByRole('button', { name: 'I have saved the key' }).click()
  await expect(desk.getByText(key)).toHaveCount(0)
  const row = rows(desk).filter({ hasText: 'Route planner' })
  await desk.reload()
  await expect(row).toContainText(key.slice(0, 19))

  await row.getByRole('button', { name: 'Roll' }).click()
  await desk.getByLabel('Old key expires').selectOption({ label: 'After 1 hour' })
  await desk.getByRole('dialog').getByRole('button', { name: 'Roll key' }).click()
  await desk.getByRole('button', { name: 'I have saved the key' }).click()
  await expect(row).toHaveCount(2)
  await row.filter({ hasText: 'Expires soon' }).getByRole('button', { name: 'Revoke' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(desk.getByRole('region', { name: 'Messages' })).toContainText('” revoked')
  await expect(row).toHaveCount(1)
  await desk.getByRole('button', { name: 'Show 1 inactive key' }).click()
  await expect(row.filter({ hasText: 'Revoked' })).toHaveCount(1)
  expect((await request.get(address, { headers: { Authorization: `Bearer ${key}` } })).status()).toBe(401)
})

test('the audit log shows who did what, narrows by action, and is proven', async ({ desk }) => {
  await goTo(desk, 'cards?status=active')
  await rows(desk).first().getByRole('button').focus()
  await desk.keyboard.press('d')
  await expect(desk.getByLabel('Note', { exact: true })).toBeFocused()
  await desk.getByRole('button', { name: 'Disable card' }).click()
  await expect(desk.getByRole('button', { name: 'Enable card' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await screens(desk).getByRole('link', { name: 'Activity' }).click()
  await expect(desk.getByText('Chain verified')).toBeVisible()
  await desk.getByRole('search').getByRole('button', { name: 'Action' }).click()
  await desk.getByRole('option', { name: 'Disabled', exact: true }).click()
  await expect(desk.getByRole('button', { name: 'Remove the filter Action' })).toBeVisible()
  await settled(desk)
  for (const row of await rows(desk).all()) await expect(row).toContainText('Disabled')
  await rows(desk)
    .first()
    .getByRole('button', { name: /Open card/ })
    .click()
  await expect(desk.getByRole('dialog').getByText('Valid until')).toBeVisible()
  await desk.goBack()
  await expect(desk.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await desk.getByText('Projects, keys and sign-ins').click()
  await expect(rows(desk).filter({ hasText: 'Signed in' }).first()).toBeVisible()
})

test('"who did that?" is answered in two clicks, by person, time, plate or job, and every answer has an address', async ({
  desk,
}) => {
  const search = desk.getByRole('search')
  await goTo(desk, 'cards?status=active')
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const place = { projectId: project?.id, environment: 'sandbox' }
  const { docs } = (await callService(desk, 'cards.list', { ...place, query: { status: 'active', limit: 3 } })) as {
    docs: { id: string; licensePlate: string }[]
  }
  const [first, ...others] = docs
  const selection = { kind: 'cards', cardIds: others.map(({ id }) => id) }
  const started = (await callService(desk, 'bulk.start', {
    ...place,
    request: { selection, command: { type: 'disable', reason: 'returned' } },
  })) as { id: string }
  await callService(desk, 'cards.disable', { ...place, cardId: first?.id, reason: 'lost' })
  await expect
    .poll(async () => (await callService(desk, 'bulk.get', { ...place, jobId: started.id })) as object)
    .toMatchObject({ state: 'done' })

  await goTo(desk, 'activity')
  await expect(
    rows(desk)
      .filter({ hasText: first?.licensePlate ?? '' })
      .first(),
  ).toBeVisible()
  const byPerson = await countEffort(desk)
  await search.getByRole('button', { name: 'Person' }).click()
  await desk.getByRole('menuitemradio', { name: 'Clerk' }).click()
  await expect(desk).toHaveURL(/by=/)
  expect((await byPerson()).clicks).toBe(2)
  await settled(desk)
  expect(await rows(desk).count()).toBeGreaterThan(2)
  await desk.getByRole('button', { name: 'Remove the filter Person' }).click()

  await search.getByRole('button', { name: 'Time' }).click()
  await desk.getByRole('button', { name: 'Yesterday' }).click()
  await expect(desk.getByText('No matching entries')).toBeVisible()
  await search.getByRole('button', { name: /^Time/ }).click()
  await desk.getByRole('button', { name: 'Today' }).click()
  await expect(
    rows(desk)
      .filter({ hasText: first?.licensePlate ?? '' })
      .first(),
  ).toBeVisible()
  await expect(desk).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  await search.getByRole('textbox').fill(first?.licensePlate ?? '')
  await expect(desk).toHaveURL(/search=/)
  await settled(desk)
  for (const row of await rows(desk).all()) await expect(row).toContainText(first?.licensePlate ?? '')
  // The address is the whole answer.
  await desk.reload()
  await expect(desk.getByRole('button', { name: 'Remove the filter Time' })).toBeVisible()
  await expect(search.getByRole('textbox')).toHaveValue(first?.licensePlate ?? '')
  await settled(desk)
  for (const row of await rows(desk).all()) await expect(row).toContainText(first?.licensePlate ?? '')

  await goTo(desk, 'activity')
  const byJob = await countEffort(desk)
  await rows(desk)
    .filter({ hasText: others[0]?.licensePlate ?? '' })
    .getByRole('button', { name: 'Part of a job' })
    .click()
  await expect(desk.getByRole('dialog').getByRole('row')).toHaveCount(1 + others.length)
  expect((await byJob()).clicks).toBe(1)
  await screenshot(desk, 'activity-job')
  await desk.keyboard.press('Escape')
  await desk.getByRole('tab', { name: 'Jobs' }).click()
  await expect(rows(desk).first()).toContainText(`Disable ${others.length} cards`)
  await expect(rows(desk).first()).toContainText('until')
  await screenshot(desk, 'activity-jobs')
  await rows(desk).first().getByRole('button', { name: 'Undo' }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Enable/ })
    .click()
  await expect(rows(desk)).toHaveCount(2)
  await expect(rows(desk).filter({ hasText: `Disable ${others.length} cards` })).toContainText('undone')
  await callService(desk, 'cards.enable', { ...place, cardId: first?.id })
})

test('a broken chain is said at once', async ({ desk }) => {
  const whole = { ok: true, count: 4, head: 'service/sandbox:4:00', problem: null, chains: [] }
  await desk.route('**/bridge/call/audit.verify', (route) =>
    route.fulfill({
      json: {
        ok: true,
        value: {
          ok: false,
          control: whole,
          sandbox: { ...whole, ok: false, problem: 'service/sandbox: Entry 3 was changed.' },
          production: whole,
        },
      },
    }),
  )
  await screens(desk).getByRole('link', { name: 'Activity' }).click()
  await expect(desk.getByText('The chain is broken: Sandbox')).toBeVisible()
  await expect(desk.getByText('Entry 3 was changed.')).toBeVisible()
})

test('the palette finds a card, opens a screen and runs a command, all from the keyboard', async ({ desk }) => {
  const palette = desk.getByRole('dialog', { name: 'Command palette' })
  await expect(rows(desk)).toHaveCount(48)
  await desk.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('bfl204')
  await expect(palette.getByRole('option').first()).toContainText('B-FL 204')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('dialog').getByText('Valid until')).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toBeHidden()
  await desk.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('api access')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'API access', level: 1 })).toBeVisible()
  await expect(palette).toBeHidden()
  await desk.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('create key')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('dialog', { name: /Create an API key/ })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toBeHidden()
  await desk.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('zzzz')
  await expect(palette.getByText('No results for')).toBeVisible()
})

test('every language is spoken at once, and kept', async ({ desk }) => {
  const heading = desk.getByRole('heading', { level: 1 })
  await desk.getByLabel('Search cards').fill('b-fl')
  for (const [language, title, active] of [
    ['Deutsch', 'Karten', 'Aktiv'],
    ['Français', 'Cartes', 'Active'],
    ['Nederlands', 'Kaarten', 'Actief'],
  ] as const) {
    await desk.getByRole('button', { name: /^(Language|Sprache|Langue)$/ }).click()
    await desk.getByRole('menuitemradio', { name: language }).click()
    await expect(heading).toHaveText(title)
    // The rows that were there already speak it too.
    await expect(rows(desk).filter({ hasText: 'B-FL 2041' })).toContainText(active)
  }
  // What was being looked at stays.
  await expect(desk.getByRole('textbox')).toHaveValue('b-fl')
  await desk.reload()
  await expect(heading).toHaveText('Kaarten')
  expect(await desk.evaluate(() => document.documentElement.lang)).toBe('nl')
  expect(await desk.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true)
  // Kept for every window; the next test speaks English again.
  await speak(desk, null)
})

test('a screen is drawn as soon as its code is there', async ({ desk }) => {
  const page = await desk.context().newPage()
  // From then on no timer rings: what waits for one, were it only for its looks, never comes.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const untilStill = (...words: Parameters<typeof setTimeout>) => ('still' in window ? 0 : setTimeout(...words))
    window.setTimeout = untilStill as typeof setTimeout
  })
  await page.goto(desk.url())
  await expect(page.getByRole('heading', { name: 'Cards', level: 1 })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { still: true }))
  await screens(page).getByRole('link', { name: 'Sync' }).click()
  await expect(page.getByRole('heading', { name: 'Sync', level: 1 })).toBeVisible()
})
