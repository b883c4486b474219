import { countEffort } from './support/effort.ts'
import { seriousViolations } from './support/axe.ts'
import { fits } from './support/look.ts'
import { callService, expect, goTo, rows, screenshot, settled, speak, test, type Page } from './support/test.ts'

const dialog = (desk: Page) => desk.getByRole('dialog')
const heading = (desk: Page) => desk.getByRole('heading', { level: 1 })
const page = (kind: 'driver' | 'vehicle', name: string, more: Record<string, string> = {}) =>
  `${kind}?${new URLSearchParams({ name, ...more }).toString()}`

interface Listed {
  docs: { id: string; driver: string; licensePlate: string }[]
}

async function projectOf(desk: Page): Promise<string> {
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  return project?.id ?? ''
}

/** Active cards of the demo fleet, by driver. */
async function activeCards(desk: Page): Promise<{ projectId: string; docs: Listed['docs'] }> {
  const projectId = await projectOf(desk)
  const query = { status: 'active', sortField: 'driver', sortDirection: 'asc', limit: 100 }
  const { docs } = (await callService(desk, 'cards.list', { projectId, environment: 'sandbox', query })) as Listed
  return { projectId, docs }
}

async function update(desk: Page, projectId: string, cardId: string | undefined, values: object): Promise<void> {
  await callService(desk, 'cards.update', { projectId, environment: 'sandbox', cardId, ...values })
}

test('a driver leaves: from a card to disabling all that are theirs in two clicks, and undone as one', async ({
  desk,
}) => {
  const { projectId, docs } = await activeCards(desk)
  for (const { id } of docs.slice(0, 3)) await update(desk, projectId, id, { driver: 'Nadia Haddad' })
  await update(desk, projectId, docs[3]?.id, { driver: 'Nadia Haddadi' })
  await goTo(desk, `cards?card=${docs[0]?.id}`)
  const effort = await countEffort(desk)
  await dialog(desk).getByRole('link', { name: 'Go to the driver Nadia Haddad' }).click()
  await expect(heading(desk)).toHaveText('Nadia Haddad')
  await expect(rows(desk)).toHaveCount(3)
  await desk.getByRole('button', { name: 'Disable all…' }).click()
  await expect(dialog(desk)).toContainText('3 cards')
  expect((await effort()).clicks).toBe(2)
  // A suggestion, as the dialog shows.
  await expect(dialog(desk).getByRole('button', { name: 'Driver left' })).toHaveAttribute('aria-pressed', 'true')
  await dialog(desk).getByRole('button', { name: 'Disable 3 cards' }).click()
  await expect(desk.getByRole('region', { name: 'Jobs' })).toContainText('3 done')
  await expect(rows(desk).getByText('Inactive')).toHaveCount(3)
  await desk.getByRole('region', { name: 'Jobs' }).getByRole('button', { name: 'Undo' }).click()
  await dialog(desk)
    .getByRole('button', { name: /^Enable|^Undo/ })
    .click()
  await expect(rows(desk).getByText('Inactive')).toHaveCount(0)
  // The address leads here again.
  await desk.reload()
  await expect(heading(desk)).toHaveText('Nadia Haddad')
})

test('other spellings of a name are suggested and lead to their pages, but nothing merges them', async ({ desk }) => {
  const { projectId, docs } = await activeCards(desk)
  await update(desk, projectId, docs[0]?.id, { driver: 'Jürgen Müller' })
  await update(desk, projectId, docs[1]?.id, { driver: 'JÜRGEN MÜLLER' })
  await update(desk, projectId, docs[2]?.id, { driver: 'Juergen Mueller' })
  await goTo(desk, page('driver', 'jürgen müller'))
  await expect(rows(desk)).toHaveCount(2)
  await expect(desk.getByText('Also written:')).toBeVisible()
  await screenshot(desk, 'driver-spellings-en-light-1280x800')
  const effort = await countEffort(desk)
  await desk.getByRole('link', { name: 'Go to the driver Juergen Mueller' }).click()
  await expect(heading(desk)).toHaveText('Juergen Mueller')
  await expect(rows(desk)).toHaveCount(1)
  await desk.getByRole('link', { name: 'Show all in the list of cards' }).click()
  await expect(rows(desk)).toHaveCount(3)
  expect((await effort()).clicks).toBe(2)
})

test('the page has the cards of before, from when to when, and what was done with them by whom', async ({ desk }) => {
  const { projectId, docs } = await activeCards(desk)
  const card = docs[5]
  await update(desk, projectId, card?.id, { driver: 'Tom Peeters' })
  await callService(desk, 'cards.disable', {
    projectId,
    environment: 'sandbox',
    cardId: card?.id,
    reason: 'damaged',
  })
  await update(desk, projectId, card?.id, { driver: 'Ines Costa' })
  await goTo(desk, page('driver', 'Tom Peeters', { tab: 'past' }))
  await expect(rows(desk)).toHaveCount(1)
  await expect(rows(desk).first()).toContainText('Clerk')
  await rows(desk).first().getByRole('link', { name: 'Go to the driver Ines Costa' }).click()
  await expect(heading(desk)).toHaveText('Ines Costa')
  await desk.goBack()
  await desk.getByRole('tab', { name: 'History' }).click()
  await expect(rows(desk)).toHaveCount(3)
  await expect(rows(desk).nth(1)).toContainText('Damaged')
  await screenshot(desk, 'driver-history-en-light-1280x800')
  // A name in a row of the history leads on as well, as it does in Activity.
  await rows(desk).first().getByRole('link', { name: 'Go to the driver Ines Costa' }).click()
  await expect(heading(desk)).toHaveText('Ines Costa')
})

test('a vehicle is sold: its plate in a row leads to its page, the row itself still opens the card', async ({
  desk,
}) => {
  const { projectId, docs } = await activeCards(desk)
  await update(desk, projectId, docs[6]?.id, { licensePlate: 'B-QX 77' })
  await update(desk, projectId, docs[7]?.id, { licensePlate: 'BQX77' })
  await update(desk, projectId, docs[8]?.id, { licensePlate: 'B-QX 777' })
  await goTo(desk, 'cards?search=B-QX 77&sort=licensePlate')
  await rows(desk).first().getByText('B-QX 77', { exact: true }).click()
  await expect(dialog(desk)).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(dialog(desk)).toBeHidden()
  const effort = await countEffort(desk)
  const mark = rows(desk).first().getByRole('link', { name: 'Go to the vehicle B-QX 77', exact: true })
  await rows(desk).first().hover()
  await mark.hover()
  await expect(desk.getByRole('tooltip')).toHaveText('Go to the vehicle B-QX 77')
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('tooltip')).toBeHidden()
  await mark.click()
  await expect(rows(desk)).toHaveCount(2)
  await desk.getByRole('button', { name: 'Disable all…' }).click()
  await expect(dialog(desk).getByRole('button', { name: 'Vehicle sold' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog(desk).getByRole('button', { name: 'Disable 2 cards' })).toBeVisible()
  expect((await effort()).clicks).toBe(2)
})

test('what the provider said is told by a badge that the keyboard reaches', async ({ desk }) => {
  await goTo(desk, 'cards?sync=failed')
  const badge = rows(desk).getByText('Failed', { exact: true })
  const said = (await badge.getAttribute('aria-description')) ?? ''
  expect(said).not.toBe('')
  await rows(desk).getByRole('button').focus()
  while (!(await badge.evaluate((element) => element === document.activeElement))) await desk.keyboard.press('Tab')
  await expect(desk.getByRole('tooltip', { name: said })).toBeVisible()
  await desk.keyboard.press('Tab')
  await expect(desk.getByRole('tooltip', { name: said })).toBeHidden()
})

test('a driver’s data is exported and erased from the page, once no card is theirs', async ({ desk }) => {
  const { projectId, docs } = await activeCards(desk)
  await update(desk, projectId, docs[9]?.id, { driver: 'Vera Ruiz' })
  await goTo(desk, page('driver', 'Vera Ruiz'))
  await desk.getByRole('button', { name: 'Personal data…' }).click()
  await expect(dialog(desk)).toContainText('1 card ')
  await expect(dialog(desk).getByRole('button', { name: 'Export' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await update(desk, projectId, docs[9]?.id, { driver: 'Ines Costa' })
  await desk.getByRole('tab', { name: 'Former cards' }).click()
  await expect(rows(desk)).toHaveCount(1)
  await desk.getByRole('button', { name: 'Personal data…' }).click()
  await dialog(desk).getByRole('button', { name: 'Erase' }).click()
  const question = desk.getByRole('dialog', { name: /Vera Ruiz/ }).last()
  await question.getByRole('textbox').fill('Vera Ruiz')
  await question.getByRole('button', { name: /^Erase/ }).click()
  await expect(dialog(desk).getByText(/Nothing/)).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByText('No former cards')).toBeVisible()
})

test('the page reads well in four languages, in both themes and in a small window', async ({ desk }) => {
  const { projectId, docs } = await activeCards(desk)
  for (const { id } of docs.slice(10, 14)) await update(desk, projectId, id, { driver: 'Łukasz Żółć-Wiśniewski' })
  const place = page('driver', 'Łukasz Żółć-Wiśniewski')
  await goTo(desk, place)
  expect(await seriousViolations(desk, 'everything')).toEqual([])
  for (const scheme of ['light', 'dark'] as const) {
    await desk.emulateMedia({ colorScheme: scheme })
    expect(await seriousViolations(desk, 'colours')).toEqual([])
    for (const width of [1440, 900]) {
      await desk.setViewportSize({ width, height: 800 })
      await screenshot(desk, `driver-en-${scheme}-${width}`)
    }
  }
  await desk.emulateMedia({ colorScheme: 'light' })
  for (const language of ['de', 'fr', 'nl'] as const) {
    await speak(desk, language)
    await settled(desk)
    await screenshot(desk, `driver-${language}-light-900`)
    await fits(desk, `driver ${language}`)
  }
  await speak(desk, null)
})
