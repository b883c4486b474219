import type { ExpiryPeriods } from '../../src-main/domain/cards/expiring.ts'
import { countEffort } from './support/effort.ts'
import { callService, expect, goTo, rows, settled, test, type Page } from './support/test.ts'

const drawer = (desk: Page) => desk.getByRole('dialog')
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })

test('"my card is gone": found by driver and disabled with a reason in three clicks', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  const driver = (await rows(desk).first().locator('[class*="driver"]').textContent()) ?? ''
  await goTo(desk, 'cards')
  const effort = await countEffort(desk)
  await desk.keyboard.press('/')
  await desk.keyboard.type(driver)
  await expect(rows(desk)).toHaveCount(1)
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Disable card…' }).click()
  await drawer(desk).getByRole('button', { name: 'Lost', exact: true }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
  const { clicks, keys } = await effort()
  expect(clicks).toBe(3)
  // The name, and the key that leads to the search.
  expect(keys).toBeLessThanOrEqual(driver.length + 1)

  const block = drawer(desk).getByRole('group', { name: 'Disabled', exact: true })
  await expect(block).toContainText('Lost')
  await expect(block).toContainText('Clerk')
  const mail = new URL((await block.getByRole('link', { name: 'Mail' }).getAttribute('href')) ?? '')
  expect(mail.searchParams.get('body')).toMatch(
    new RegExp(`^The fuel card \\d+ is disabled\\.\r\nPlate: .+\r\nDriver: ${driver}\r\nReason: Lost\r\nDisabled on `),
  )
  await desk.keyboard.press('Escape')
  await goTo(desk, 'cards?reason=lost')
  await expect(rows(desk)).toHaveCount(1)
  await expect(rows(desk).first()).toContainText(driver)
  await goTo(desk, `cards?${new URLSearchParams({ driver: driver.toUpperCase() }).toString()}`)
  await expect(rows(desk)).toHaveCount(1)
})

test('"other" wants a note before it disables a card, and undo takes the reason back', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  await rows(desk)
    .nth(3)
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Disable card…' }).click()
  await drawer(desk).getByRole('button', { name: 'Other', exact: true }).click()
  await expect(drawer(desk).getByText('Say in the note what “other” means.')).toBeVisible()
  await desk.keyboard.type('Lent to the sister firm')
  await desk.keyboard.press('Enter')
  const block = drawer(desk).getByRole('group', { name: 'Disabled', exact: true })
  await expect(block).toContainText('Other')
  await expect(block).toContainText('Lent to the sister firm')
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  const question = desk.getByRole('dialog', { name: /^Enable card/ })
  await expect(question).toContainText('Other: Lent to the sister firm')
  await question.getByRole('button', { name: /^Enable card/ }).click()
  await expect(block).toBeHidden()
})

test('many cards are disabled with one reason', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=-driver')
  for (const at of [0, 1, 2]) await rows(desk).nth(at).getByRole('checkbox').check()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Vehicle sold' }).click()
  await dialog.getByRole('button', { name: 'Disable 3 cards' }).click()
  await expect(dialog).toBeHidden()
  await goTo(desk, 'cards?reason=vehicle_sold')
  await expect(rows(desk)).toHaveCount(3)
})

test.describe('cards that end', () => {
  const workbench = (desk: Page, view = 'expiring=all') => goTo(desk, `cards?${view}`)
  const states = (desk: Page) => desk.getByRole('radiogroup', { name: 'State of the replacement' })
  const handedOver = (desk: Page) => rows(desk).filter({ hasText: 'Handed over' })

  /** The digits of a new card that nobody else has. */
  async function newCard(desk: Page, at: number): Promise<string> {
    const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
    const query = { status: 'new', sortField: 'cardNumber' }
    const { docs } = (await callService(desk, 'cards.list', {
      projectId: project?.id,
      environment: 'sandbox',
      query,
    })) as { docs: { cardNumber: string }[] }
    return docs[at]?.cardNumber ?? ''
  }

  /** Gives cards that end in the same month a replacement that has arrived; says where, and how many wait there. */
  async function arrive(desk: Page, count: number): Promise<{ from: string; pairs: number }> {
    const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
    const place = { projectId: project?.id, environment: 'sandbox' }
    const { months } = (await callService(desk, 'cards.expiryPeriods', place)) as ExpiryPeriods
    // Few months have several: those are left to who needs them.
    const [month] = months
      .filter(({ counts }) => counts.none >= count)
      .toSorted((one, other) => one.counts.none - other.counts.none)
    if (month === undefined) throw new Error(`No month has ${count} cards without a replacement`)
    const { from, before } = month
    const { docs } = (await callService(desk, 'cards.expiring', { ...place, from, before, state: 'none' })) as {
      docs: { card: { id: string } }[]
    }
    for (const { card } of docs.slice(0, count)) {
      const { docs: fresh } = (await callService(desk, 'cards.list', {
        ...place,
        query: { search: await newCard(desk, 0) },
      })) as { docs: { id: string }[] }
      await callService(desk, 'cards.handOver', { ...place, cardId: fresh[0]?.id, replacesCardId: card.id })
      await callService(desk, 'cards.undo', { ...place, cardId: card.id, command: 'disable' })
    }
    return { from, pairs: month.counts.arrived + count }
  }

  test('a new card that a scanner reads takes the place of the old one, and its undo is confirmed', async ({
    desk,
  }) => {
    const scanned = await newCard(desk, 0)
    await goTo(desk, 'overview')
    await desk.getByRole('link', { name: 'Hand over replacements' }).click()
    await settled(desk)
    const row = rows(desk).first()
    const driver = (await row.locator('td').first().textContent()) ?? ''
    const effort = await countEffort(desk)
    await row.getByRole('button', { name: /^Choose card… to replace/ }).click()
    await desk.keyboard.type(scanned)
    await desk.keyboard.press('Enter')
    await expect(row).toContainText('Handed over')
    expect(await effort()).toEqual({ clicks: 1, keys: scanned.length + 1 })
    await expect(toasts(desk)).toContainText('handed over to')

    await row.getByRole('button', { name: `Open replacement ${scanned}` }).click()
    await expect(drawer(desk).getByRole('group', { name: 'Replacement' })).toContainText('Replaces')
    await expect(drawer(desk)).toContainText(driver)
    await desk.keyboard.press('Escape')

    await row.getByRole('button', { name: 'Undo…' }).click()
    const question = desk.getByRole('dialog', { name: 'Take back the hand-over?' })
    await expect(question).toContainText('is disabled. Card')
    await question.getByRole('button', { name: /^Enable … .* again$/ }).click()
    await expect(row).toContainText('Replacement arrived')
  })

  test('one whose replacement has arrived is handed over in one click, and stays in its place', async ({ desk }) => {
    await arrive(desk, 1)
    await workbench(desk, 'expiring=all&state=arrived')
    const before = await rows(desk).count()
    const effort = await countEffort(desk)
    await rows(desk)
      .first()
      .getByRole('button', { name: /^Hand over card/ })
      .click()
    await expect(handedOver(desk)).toHaveCount(1)
    expect(await effort()).toEqual({ clicks: 1, keys: 0 })
    await expect(rows(desk)).toHaveCount(before)
    await expect(states(desk)).toContainText('Handed over 1')
  })

  test('a card is meant by its last digits alone, and one in use is no replacement', async ({ desk }) => {
    await goTo(desk, 'cards?status=active&sort=-expirationDate')
    const number = (await rows(desk).first().locator('[data-card]').textContent()) ?? ''
    await workbench(desk, 'expiring=all&state=none')
    await rows(desk)
      .nth(1)
      .getByRole('button', { name: /^Choose card… to replace/ })
      .click()
    const field = drawer(desk).getByLabel('New card', { exact: true })
    // Only one new card has these digits, but in its middle: nobody meant that card.
    await field.fill((await newCard(desk, 0)).slice(7, 14))
    await desk.keyboard.press('Enter')
    await expect(drawer(desk)).toContainText('No new card ends in these digits.')
    await field.fill(number.slice(-3))
    await expect(drawer(desk).getByRole('button', { name: 'Hand over' })).toBeDisabled()
    await field.fill(number)
    await desk.keyboard.press('Enter')
    await expect(drawer(desk)).toContainText('The new card is in use already, or was disabled for a reason')
    await desk.keyboard.press('Escape')
  })

  test('all that arrived for a month are handed over in one click and a preview, and one undo takes all back', async ({
    desk,
  }) => {
    const { from, pairs } = await arrive(desk, 2)
    await workbench(desk, `expiring=${from.slice(0, 7)}`)
    const waits = rows(desk).filter({ hasText: 'Replacement arrived' })
    await expect(waits).toHaveCount(pairs)
    const effort = await countEffort(desk)
    await desk.getByRole('button', { name: `Hand over all ${pairs} that arrived…` }).click()
    const dialog = desk.getByRole('dialog', { name: 'Hand over all that arrived' })
    await expect(dialog).toContainText(`${pairs} cards take the place of others, which are disabled as replaced`)
    await dialog.getByRole('button', { name: `Hand over ${pairs}`, exact: true }).click()
    await expect(handedOver(desk)).toHaveCount(pairs)
    expect(await effort()).toEqual({ clicks: 2, keys: 0 })
    await expect(desk.getByRole('button', { name: /^Hand over all/ })).toBeHidden()

    await expect(toasts(desk)).toContainText(`${pairs} cards handed over.`)
    await toasts(desk).getByRole('button', { name: 'Undo' }).last().click()
    const question = desk.getByRole('dialog', { name: `Enable ${pairs} cards again?` })
    await expect(question).toContainText('The new cards that took their place are disabled.')
    await question.getByRole('button', { name: `Enable ${pairs} cards again` }).click()
    await expect(waits).toHaveCount(pairs)
    await goTo(desk, 'activity?log=jobs')
    await expect(desk.getByRole('row', { name: new RegExp(`Hand over ${pairs} cards`) })).toBeVisible()
  })

  test('a number of a month leads to so many rows', async ({ desk }) => {
    await workbench(desk)
    const months = desk.getByRole('group', { name: 'Months in which cards expire' }).getByRole('button')
    for (const month of await months.all()) {
      const count = Number(/(\d+) cards?$/.exec((await month.getAttribute('aria-label')) ?? '')?.[1])
      if (count === 0 || count > 50) continue
      await month.click()
      await settled(desk)
      await expect(rows(desk)).toHaveCount(count)
    }
  })
})

test('"block it while he is on holiday": disabled until tomorrow in four clicks, seen everywhere, cancelled with one', async ({
  desk,
}) => {
  await goTo(desk, 'cards?status=active&sort=driver')
  const driver = (await rows(desk).nth(5).locator('[class*="driver"]').textContent()) ?? ''
  await goTo(desk, 'cards')
  const effort = await countEffort(desk)
  await desk.keyboard.press('/')
  await desk.keyboard.type(driver)
  await expect(rows(desk)).toHaveCount(1)
  await rows(desk)
    .first()
    .click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Disable card…' }).click()
  await drawer(desk).getByRole('button', { name: 'Tomorrow morning' }).click()
  await expect(drawer(desk).getByRole('status')).toHaveText(
    /^On .+ 06:00 the card is enabled again by itself: fuel flows\.$/,
  )
  await drawer(desk).getByRole('button', { name: 'Disable card', exact: true }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled until .+ 06:00/)
  expect((await effort()).clicks).toBe(4)

  const plan = drawer(desk).getByRole('group', { name: 'Planned', exact: true })
  await expect(plan).toContainText(/06:00 the card is enabled again by itself: fuel flows\./)
  await expect(plan).toContainText('Clerk')
  await desk.keyboard.press('Escape')
  await expect(rows(desk).first()).toContainText(/Enabled again on .+ 06:00/)
  await goTo(desk, 'cards?planned=any')
  await expect(rows(desk)).toHaveCount(1)

  // Its page is in the address; one that is no more leads to the first.
  await goTo(desk, 'activity?log=planned&page=3')
  await desk.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(desk).toHaveURL(/activity\?log=planned$/)
  const planned = desk.getByRole('region', { name: 'Planned' }).getByRole('row')
  await expect(planned.nth(1)).toContainText(/06:00.*Enable.*Clerk/)
  const moving = await countEffort(desk)
  await planned
    .nth(1)
    .getByRole('button', { name: /^Change the time of the plan for card/ })
    .click()
  const question = desk.getByRole('dialog', { name: /^When instead, for card/ })
  await expect(question.getByRole('button', { name: 'Until further notice' })).toBeHidden()
  await expect(question.getByRole('button', { name: 'Change the time' })).toBeDisabled()
  await question.getByRole('button', { name: 'In a week' }).click()
  await expect(question.getByRole('status')).toContainText('the card is enabled again by itself: fuel flows.')
  await question.getByRole('button', { name: 'Change the time' }).click()
  await expect(toasts(desk)).toContainText(/The plan for card […\d\s]+ is for .+ 06:00 now/)
  expect(await moving()).toEqual({ clicks: 3, keys: 0 })
  await planned.nth(1).getByRole('button', { name: 'Cancel the plan' }).click()
  await expect(desk.getByText('Nothing is planned', { exact: true })).toBeVisible()
  await goTo(desk, 'activity')
  await expect(desk.getByRole('row').nth(1)).toContainText(/Plan cancelled.*enable on .+ 06:00/)
  await expect(desk.getByRole('row').nth(2)).toContainText(/Plan moved.*enable on .+ 06:00.*enable on .+ 06:00/)
})

test('"open it until tonight": enabled until a time of one\'s own, and disabled again by the clock', async ({
  desk,
}) => {
  await goTo(desk, 'cards?status=inactive&sort=driver')
  const first = rows(desk).first()
  const card = (await first.locator('[data-card]').getAttribute('data-card')) ?? ''
  const effort = await countEffort(desk)
  await first.click({ position: { x: 400, y: 10 } })
  await drawer(desk).getByRole('button', { name: 'Enable card…' }).click()
  const question = desk.getByRole('dialog', { name: /^Enable card/ })
  await question.getByRole('button', { name: 'Date and time…' }).click()
  await expect(question.getByRole('button', { name: /^Enable card/ })).toBeDisabled()
  await question.getByLabel('Date and time').fill('2020-01-01T10:00')
  await expect(question.getByText('This must be a time in the future.')).toBeVisible()
  await question.getByRole('button', { name: 'In a week' }).click()
  await expect(question.getByRole('status')).toContainText('the card is disabled again by itself')
  await question.getByRole('button', { name: /^Enable card/ }).click()
  await expect(drawer(desk).getByRole('group', { name: 'Planned', exact: true })).toContainText(
    'the card is disabled again by itself',
  )
  // The hesitation is the fifth.
  expect((await effort()).clicks).toBeLessThanOrEqual(5)
  // A slip, and its undo: fuel does not flow on without end.
  const plan = drawer(desk).getByRole('group', { name: 'Planned', exact: true })
  const planned = (await plan.getByText('is disabled again by itself').textContent()) ?? ''
  await drawer(desk).getByRole('button', { name: 'Disable card…' }).click()
  await drawer(desk).getByRole('button', { name: 'Lost', exact: true }).click()
  await expect(plan).toBeHidden()
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(question).toContainText(/Its plan comes back, too: on .+ 06:00 the card is disabled again by itself\./)
  await question.getByRole('button', { name: /^Enable card/ }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ enabled until .+ 06:00/)
  await expect(plan).toContainText(planned)
  await expect(plan).toContainText('Clerk')
  await desk.keyboard.press('Escape')
  await goTo(desk, 'settings?section=sandbox')
  const clock = desk.getByRole('region', { name: 'Sandbox clock', exact: true })
  await clock.getByLabel('How far').fill('8')
  await clock.getByLabel('Unit of time').selectOption('days')
  await clock.getByRole('button', { name: 'Advance 8 days' }).click()
  await expect(clock.getByText('8 days ahead of real time')).toBeVisible()
  await goTo(desk, 'cards?status=inactive&sort=driver')
  await expect(rows(desk).locator(`[data-card='${card}']`)).toBeVisible()
  await goTo(desk, 'activity')
  await expect(desk.getByRole('row').nth(1)).toContainText(/Disabled.*A schedule.*Planned by.*Clerk/)
})
