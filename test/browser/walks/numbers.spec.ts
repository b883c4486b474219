import { callService, expect, goTo, rows, screenshot, test, type Page } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })

const attention = (desk: Page) => desk.locator('#attention').getByRole('listitem')

async function overview(desk: Page): Promise<void> {
  await goTo(desk, 'overview')
  await expect(desk.getByRole('link', { name: /^Active/ }).first()).toContainText(/\d/)
  await expect(attention(desk).first()).toBeVisible()
}

/** How many the list that is open now says that it has. */
async function listed(desk: Page): Promise<number> {
  if (desk.url().includes('/cards')) {
    const count = desk
      .getByRole('heading', { level: 1 })
      .locator('xpath=..')
      .getByText(/^[\d,]+ (match|card)/)
    await expect(count).toBeVisible()
    return numberIn(await count.innerText())
  }
  await expect(desk.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await expect(desk.locator('[aria-busy="true"]')).toHaveCount(0)
  const pager = desk.getByText(/^[\d,]+ to [\d,]+ of [\d,]+$/)
  return (await pager.count()) > 0 ? numberIn((await pager.innerText()).split(' of ')[1] ?? '') : rows(desk).count()
}

function numberIn(words: string): number {
  return Number(/\d[\d,]*/.exec(words)?.[0].replaceAll(',', ''))
}

test('without a webhook or events, no request is refused', async ({ desk }) => {
  const refused: string[] = []
  desk.on('response', (response) => {
    if (response.status() >= 400)
      refused.push(`${response.status()} ${response.request().postData() ?? response.url()}`)
  })
  await goTo(desk, 'webhook', 'production')
  await expect(desk.getByRole('button', { name: /webhook/i }).first()).toBeVisible()
  await goTo(desk, 'cards')
  const [project] = (await callService(desk, 'projects.list', {})) as { id: string }[]
  const place = { projectId: project?.id, environment: 'sandbox' }
  await goTo(desk, 'webhook')
  await expect(desk.getByRole('heading', { name: 'Webhook', level: 1 })).toBeVisible()
  const { docs } = (await callService(desk, 'cards.list', { ...place, query: { limit: 1 } })) as {
    docs: { id: string }[]
  }
  await goTo(desk, `cards?card=${docs[0]?.id}`)
  await desk.getByRole('tab', { name: 'Events' }).click()
  await expect(desk.getByRole('tabpanel')).not.toHaveAttribute('aria-busy')
  expect(refused).toEqual([])
})

test('every number of the overview leads to exactly so many rows', async ({ desk, service }) => {
  test.setTimeout(240_000)
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  const place = { projectId: project?.id ?? '', environment: 'sandbox' as const }
  const cards = (
    (await callService(desk, 'cards.list', { ...place, query: { status: 'active', limit: 6 } })) as {
      docs: { id: string }[]
    }
  ).docs
  // A receiver that does not exist: deliveries fail, both of this week and from before.
  await service.command('webhook', 'create', '--url', 'http://127.0.0.1:9/nobody', '--events', 'card.disabled')
  for (const { id } of cards.slice(0, 1)) await callService(desk, 'cards.disable', { ...place, cardId: id })
  await service.command('clock', 'advance', '--days', '9')
  // Another address counts failures anew: else the webhook is switched off before it gives up.
  await service.command('webhook', 'update', '--url', 'http://127.0.0.1:9/nobody-else')
  for (const { id } of cards.slice(1, 2)) await callService(desk, 'cards.disable', { ...place, cardId: id })
  await service.command('clock', 'advance', '--days', '5')
  await desk.reload()
  await overview(desk)
  await expect(attention(desk).filter({ hasText: /deliver(y|ies) failed/ })).toBeVisible()
  await screenshot(desk, 'numbers-overview-en-light-1280x800')
  // The tile counts the rows of the list that it leads to.
  const tile = desk.getByRole('button', { name: /Need attention/ })
  expect(numberIn((await tile.innerText()).replace('Need attention', ''))).toBe(await attention(desk).count())
  await tile.click()
  await expect(desk.locator('#attention')).toBeFocused()
  const links = desk.getByRole('main').getByRole('link')
  const seen: [string, number, number][] = []
  for (let index = 0; index < (await links.count()); index++) {
    const link = links.nth(index)
    const label = (await link.getAttribute('aria-label')) ?? ''
    const row =
      (await link.locator('xpath=ancestor::li[1]').count()) > 0
        ? await link.locator('xpath=ancestor::li[1]').innerText()
        : ''
    const words = await link.innerText()
    // A row that needs attention has its number next to the button; a card has its own.
    const counted = /\d/.test(words) ? words : /^\d+ (cards?|deliver)/.test(row) ? row : ''
    if (counted === '' || label.startsWith('Open card')) continue
    await link.click()
    seen.push([counted.replaceAll(/\s+/g, ' '), numberIn(counted), await listed(desk)])
    await overview(desk)
  }
  expect(seen.length).toBeGreaterThan(12)
  // The failed ones of the week, without the earlier ones, of which there are more.
  const failed = seen.find(([words]) => /^\d+ deliver(y|ies) failed/.test(words))
  expect(failed?.[1]).toBeGreaterThan(0)
  const all = (await callService(desk, 'webhook.deliveries.list', { ...place, status: 'failed' })) as { total: number }
  expect(all.total).toBeGreaterThan(failed?.[1] ?? 0)
  expect(seen.filter(([, said, found]) => said !== found)).toEqual([])
  // The rail has none yet; once it has, it is walked as well.
  expect(await desk.getByRole('navigation').innerText()).not.toMatch(/\d/)
})
