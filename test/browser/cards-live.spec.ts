import { seriousViolations } from './support/axe.ts'
import type { BuiltService } from './support/built-service.ts'
import { unreachable } from './support/reach.ts'
import { startReferencePortal } from './support/reference-portal.ts'
import { callService, expect, goTo, rows, test, type Page } from './support/test.ts'

const dialog = (desk: Page) => desk.getByRole('dialog')
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })

async function projectOf(service: BuiltService): Promise<string> {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  return project?.id ?? ''
}

test('a view keeps filters, order and columns under a name, over a reload', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&expires=90&sort=-driver')
  await desk.getByRole('button', { name: 'Columns' }).click()
  await desk.getByRole('checkbox', { name: 'Sync', exact: true }).uncheck()
  await desk.keyboard.press('Escape')
  const views = desk.getByRole('button', { name: 'Views' })
  await expect(views).toHaveText('Views')
  await views.click()
  await desk.getByRole('button', { name: 'Save this view…' }).click()
  await dialog(desk).getByRole('textbox', { name: 'Name' }).fill('Renew soon')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText('View “Renew soon” saved')
  const tab = desk.getByRole('tab', { name: 'Renew soon' })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await desk.getByRole('tab', { name: 'All' }).click()
  // The other views have the columns that were there before.
  await expect(desk.getByRole('button', { name: 'Remove the filter Status' })).toHaveCount(0)
  await desk.getByRole('button', { name: 'Columns' }).click()
  await desk.getByRole('button', { name: 'Reset' }).click()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('columnheader', { name: 'Sync' })).toBeVisible()
  await desk.reload()
  await tab.click()
  await expect(desk.getByRole('button', { name: 'Remove the filter Status' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Remove the filter Expires' })).toBeVisible()
  await expect(desk.getByRole('columnheader', { name: 'Driver' })).toHaveAttribute('aria-sort', 'descending')
  await expect(desk.getByRole('columnheader', { name: 'Sync' })).toHaveCount(0)
  // Their own columns come back.
  await desk.getByRole('tab', { name: 'All' }).click()
  await expect(desk.getByRole('columnheader', { name: 'Sync' })).toBeVisible()
})

test('views are tabs whose numbers lead to so many rows, follow changes, and are gone through with the arrow keys', async ({
  desk,
  service,
}) => {
  const projectId = await projectOf(service)
  await goTo(desk, 'cards')
  const tabs = desk.getByRole('tablist', { name: 'Views' }).getByRole('tab')
  await expect(tabs.first()).toHaveText(/\d$/)
  // As somebody else would, at another page.
  await callService(desk, 'views.save', {
    projectId,
    environment: 'sandbox',
    name: 'In B',
    query: { search: 'b-', sortField: 'driver', sortDirection: 'asc' },
    columns: ['driver', 'status'],
  })
  const counted = desk.getByRole('tab', { name: /\d$/ })
  await expect(tabs.filter({ hasText: /^In B/ })).toHaveText(/^In B\d+$/)
  await expect(counted).toHaveCount(await tabs.count())
  expect(await seriousViolations(desk)).toEqual([])
  await tabs.first().focus()
  for (let index = 0; index < (await tabs.count()); index += 1) {
    await expect(tabs.nth(index)).toBeFocused()
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true')
    const count = Number(/\d+$/.exec(await tabs.nth(index).innerText())?.[0])
    await expect(rows(desk)).toHaveCount(count)
    await desk.keyboard.press('ArrowRight')
  }
  // After the last one comes the first. The address says which one it is.
  await expect(tabs.first()).toBeFocused()
  await goTo(desk, 'cards?status=inactive&sort=driver')
  const inactive = desk.getByRole('tab', { name: /^Inactive/ })
  await expect(inactive).toHaveAttribute('aria-selected', 'true')
  const before = await rows(desk).count()
  await expect(inactive).toHaveText(`Inactive${before}`)
  const active = desk.getByRole('tab', { name: /^Active/ })
  const activeBefore = Number(/\d+$/.exec(await active.innerText())?.[0])
  const [card] = (
    (await callService(desk, 'cards.list', {
      projectId,
      environment: 'sandbox',
      query: { status: 'inactive', limit: 1, sortField: 'driver', sortDirection: 'asc' },
    })) as { docs: { id: string }[] }
  ).docs
  await service.command('cards', 'enable', card?.id ?? '', '--project', projectId, '--environment', 'sandbox')
  await expect(active).toHaveText(`Active${activeBefore + 1}`)
  // Production has views and numbers of its own.
  await goTo(desk, 'overview', 'production')
  await desk.getByRole('navigation').getByRole('link', { name: 'Cards' }).click()
  await expect(tabs).toHaveText(['All0', 'New0', 'Active0', 'Inactive0', 'Sync failed0'])
})

test('a tab without room is in the menu, which then says what is shown', async ({ desk, service }) => {
  const projectId = await projectOf(service)
  for (const name of ['Vehicles of the branch in Hamburg', 'Vehicles of the branch in Munich'])
    await callService(desk, 'views.save', {
      projectId,
      environment: 'sandbox',
      name,
      query: { search: name, sortField: 'driver', sortDirection: 'asc' },
      columns: ['driver', 'status'],
    })
  await desk.setViewportSize({ width: 640, height: 400 })
  await goTo(desk, 'cards')
  await desk.reload()
  const tabs = desk.getByRole('tablist', { name: 'Views' })
  await expect(tabs.getByRole('tab', { name: /^Active \d/ })).toBeVisible()
  await expect(tabs.getByRole('tab', { name: /Munich/ })).toHaveCount(0)
  expect(await unreachable(desk.getByRole('main'))).toEqual([])
  await desk.getByRole('button', { name: 'Views' }).click()
  await desk.getByRole('button', { name: 'Vehicles of the branch in Munich', exact: true }).click()
  await expect(desk.getByRole('heading', { name: 'No matching cards' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Vehicles of the branch in Munich' })).toBeVisible()
  await expect(tabs.getByRole('tab', { selected: true })).toHaveCount(0)
  await desk.setViewportSize({ width: 1920, height: 1080 })
  await expect(tabs.getByRole('tab', { selected: true })).toHaveText('Vehicles of the branch in Munich0')
  await desk.setViewportSize({ width: 1280, height: 800 })
})

test('changes by others do not move the rows, and an open card follows them', async ({ desk, service }) => {
  const project = await projectOf(service)
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  const count = await rows(desk).count()
  const other = (await rows(desk).nth(2).locator('[data-card]').getAttribute('data-card')) ?? ''
  const opened = (await rows(desk).nth(4).locator('[data-card]').getAttribute('data-card')) ?? ''
  await service.command('cards', 'disable', other, '--project', project, '--environment', 'sandbox')
  await expect(desk.getByText('1 changed · show')).toBeVisible()
  await expect(rows(desk)).toHaveCount(count)
  await desk.getByText('1 changed · show').click()
  await expect(rows(desk)).toHaveCount(count - 1)

  const third = (await rows(desk).nth(1).locator('[data-card]').getAttribute('data-card')) ?? ''
  await goTo(desk, 'overview')
  await service.command('cards', 'disable', third, '--project', project, '--environment', 'sandbox')
  await expect(desk.getByRole('link', { name: new RegExp(`^Active ${count - 2} .*in 7 days$`) })).toBeVisible()
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await expect(rows(desk)).toHaveCount(count - 2)

  await desk.locator(`[data-card="${opened}"]`).click()
  await expect(dialog(desk).getByRole('button', { name: 'Disable card' })).toBeVisible()
  await service.command('cards', 'disable', opened, '--project', project, '--environment', 'sandbox')
  await expect(dialog(desk).getByRole('button', { name: 'Enable card' })).toBeVisible()
})

test('a card shows its events with their deliveries, and its timeline undoes the last change', async ({
  desk,
  service,
}) => {
  const projectId = await projectOf(service)
  await goTo(desk, 'cards?status=active&sort=driver')
  await desk.locator('[data-card]').first().click()
  await dialog(desk).getByRole('tab', { name: 'Events' }).click()
  await expect(dialog(desk).getByText('No webhook is set up')).toBeVisible()
  const { url } = (await callService(desk, 'inbox.get', { projectId })) as { url: string }
  await callService(desk, 'webhook.create', {
    projectId,
    environment: 'sandbox',
    url,
    events: ['card.disabled', 'card.enabled'],
  })
  await expect(dialog(desk).getByText('Nothing sent yet')).toBeVisible()
  await dialog(desk).getByRole('button', { name: 'Disable card' }).click()
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
  await dialog(desk).getByRole('button', { name: 'Disable card' }).click()
  await dialog(desk)
    .getByRole('button', { name: /card\.disabled Delivered/ })
    .click()
  await expect(dialog(desk).getByText(/responded 200 after/)).toBeVisible()
  await expect(dialog(desk).getByRole('group', { name: 'Event body' })).toContainText('"event": "card.disabled"')
  await dialog(desk).getByRole('tab', { name: 'Timeline' }).click()
  await dialog(desk).getByRole('listitem').first().getByRole('button', { name: 'Undo' }).click()
  await desk
    .getByRole('dialog', { name: /^Enable card/ })
    .getByRole('button', { name: /^Enable card/ })
    .click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ enabled/)
  await expect(dialog(desk).getByRole('listitem').first()).toContainText('Enabled')
})

test('a refused change says so in the drawer, is sent again, and drift is resolved there', async ({
  desk,
  service,
}) => {
  const portal = await startReferencePortal(20)
  try {
    const projectId = await projectOf(service)
    await callService(desk, 'provider.set', {
      projectId,
      connection: {
        adapter: 'rest',
        baseUrl: portal.baseUrl,
        auth: { type: 'oauth2', clientId: portal.clientId, clientSecret: portal.clientSecret },
      },
    })
    await callService(desk, 'sync.now', { projectId })
    await expect
      .poll(() => callService(desk, 'sync.state', { projectId }))
      .toMatchObject({ running: null, lastRun: { state: 'completed' } })
    await goTo(desk, 'cards?status=active&sort=cardNumber', 'production')
    await portal.control('PUT', 'faults', {
      refuse: { '*': { code: 'contract_suspended', message: 'The contract of this card is suspended' } },
    })
    await desk.locator('[data-card]').first().click()
    await dialog(desk).getByRole('button', { name: 'Disable card' }).click()
    await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
    await dialog(desk).getByRole('button', { name: 'Disable card' }).click()
    await expect(dialog(desk).getByText('The contract of this card is suspended')).toBeVisible()
    // The message that it was sent gives way to what came of it.
    await expect(toasts(desk)).toContainText(/The provider refused the change to card .*: The contract/)
    await expect(toasts(desk).getByRole('button', { name: 'Undo' })).toBeHidden()
    await expect(toasts(desk).getByText(/disabled|Awaiting/)).toHaveCount(0)
    // Meanwhile the provider has another driver.
    const { providerCardId } = (await callService(desk, 'cards.get', {
      projectId,
      environment: 'production',
      cardId: new URLSearchParams(desk.url().split('?')[1]).get('card'),
    })) as { providerCardId: string }
    await portal.control('PATCH', `cards/${providerCardId}`, { driver: 'Someone else' })
    await callService(desk, 'sync.now', { projectId })
    await expect(dialog(desk).getByText('The provider reports different values')).toBeVisible()
    await expect(dialog(desk).getByRole('row', { name: /^Status Inactive Active/ })).toBeVisible()
    await portal.control('PUT', 'faults', {})
    await dialog(desk).getByRole('button', { name: 'Send ours again' }).click()
    await expect(toasts(desk)).toContainText('are being sent to the provider again')
    await expect(dialog(desk).getByText('The provider reports different values')).toBeHidden()
  } finally {
    await portal.close()
  }
})
