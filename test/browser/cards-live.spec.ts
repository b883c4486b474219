import type { BuiltService } from './support/built-service.ts'
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
  await desk.getByRole('button', { name: 'Views' }).click()
  await desk.getByRole('button', { name: 'Save this view…' }).click()
  await dialog(desk).getByRole('textbox', { name: 'Name' }).fill('Renew soon')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText('View “Renew soon” saved')
  // Its name stands on the button while just this is shown.
  await expect(desk.getByRole('button', { name: 'Renew soon' })).toBeVisible()
  await goTo(desk, 'cards')
  await desk.getByRole('button', { name: 'Columns' }).click()
  await desk.getByRole('button', { name: 'Reset' }).click()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('columnheader', { name: 'Sync' })).toBeVisible()
  await desk.reload()
  await desk.getByRole('button', { name: 'Views' }).click()
  await desk.getByRole('button', { name: 'Renew soon', exact: true }).click()
  await expect(desk.getByRole('button', { name: 'Remove the filter Status' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Remove the filter Expires' })).toBeVisible()
  await expect(desk.getByRole('columnheader', { name: 'Driver' })).toHaveAttribute('aria-sort', 'descending')
  await expect(desk.getByRole('columnheader', { name: 'Sync' })).toHaveCount(0)
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
