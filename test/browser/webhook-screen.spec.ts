import { seriousViolations } from './support/axe.ts'
import { LOOK, lookAtGerman, lookAtParts, lookIn } from './support/look.ts'
import { expect, goTo, rows, screenshot, speak, test, type Page } from './support/test.ts'
import type { Locator } from '@playwright/test'

/** Goes on with the tab key until this is in focus; nothing here is a pointer's. */
async function tabTo(desk: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await desk.keyboard.press('Tab')
  }
  throw new Error('The tab key does not lead there')
}

// Each goes on with the webhook that the one before left.
test.describe.configure({ mode: 'serial' })

const press = async (desk: Page, name: string | RegExp) => {
  await tabTo(desk, desk.getByRole('button', { name }).first())
  await desk.keyboard.press('Enter')
}

const tab = (desk: Page, name: string) => desk.getByRole('tab', { name })
const delivery = (desk: Page, text: string | RegExp) => rows(desk).filter({ hasText: text })

test('with the keyboard alone: a webhook to the inbox, a delivery arrives, the inbox breaks, it is tried again', async ({
  desk,
}) => {
  await desk.keyboard.press('Control+k')
  await expect(desk.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('webhook')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'Notify another program when a card changes' })).toBeVisible()
  await press(desk, 'Try it with the built-in inbox')
  const form = desk.getByRole('dialog', { name: 'Create a webhook' })
  await expect(form.getByText('This is the built-in inbox')).toBeVisible()
  // The address is validated while typing.
  await expect(form.getByLabel('Address')).toBeFocused()
  const address = await form.getByLabel('Address').inputValue()
  await form.getByLabel('Address').fill('http://example.com')
  await expect(form.getByText('http:// is for this computer only')).toBeVisible()
  await press(desk, 'Use the built-in inbox')
  await expect(form.getByLabel('Address')).toHaveValue(address)
  await tabTo(desk, form.getByLabel('Address'))
  await desk.keyboard.press('Enter')

  // Neither Escape nor a stray click takes the secret away.
  const secret = desk.getByRole('dialog', { name: /signing secret/ })
  await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/)
  await desk.keyboard.press('Escape')
  await desk.mouse.click(10, 400)
  await expect(secret).toBeVisible()
  await press(desk, 'I have saved the secret')

  await press(desk, 'Send a test event')
  await expect(desk.getByText('The receiver responded 200')).toBeVisible()
  await expect(delivery(desk, 'test')).toContainText('Delivered')

  // An event arrives in the inbox while one looks, and both signatures hold.
  await tabTo(desk, tab(desk, 'Endpoint'))
  await desk.keyboard.press('ArrowRight')
  await press(desk, 'Send card.enabled')
  await tabTo(desk, tab(desk, 'Simulate'))
  await desk.keyboard.press('ArrowRight')
  const arrivals = desk.getByRole('list', { name: 'Arrivals' })
  await expect(arrivals.getByRole('button').first()).toContainText('card.enabled')
  await expect(desk.getByRole('article').getByText('Valid', { exact: true })).toHaveCount(2)

  // Broken: the next delivery fails, and its next attempt is planned.
  await tabTo(desk, desk.getByRole('radio', { name: '200' }))
  await desk.keyboard.press('ArrowRight')
  await expect(desk.getByText('The receiver is broken')).toBeVisible()
  await tabTo(desk, tab(desk, 'Inbox'))
  await desk.keyboard.press('ArrowLeft')
  await press(desk, 'Send card.enabled')
  await tabTo(desk, tab(desk, 'Simulate'))
  await desk.keyboard.press('ArrowLeft')
  const failing = delivery(desk, 'Retrying')
  await expect(failing.getByText('next attempt')).toBeVisible()
  await expect(failing.getByRole('img', { name: /\d failed, next one planned/ })).toBeVisible()
  await expect(desk.getByText(/\d in a row/)).toBeVisible()

  // Open it: request and answer side by side; then another attempt comes while one looks.
  await tabTo(desk, failing.getByRole('button'))
  await desk.keyboard.press('Enter')
  const drawer = desk.getByRole('dialog', { name: 'Delivery' })
  await expect(drawer.getByRole('region', { name: 'Response' }).getByText('500')).toBeVisible()
  await expect(drawer.getByRole('tab', { name: 'Attempt 2 · 500' })).toBeVisible({ timeout: 15_000 })
  await tabTo(desk, drawer.getByRole('radio', { name: 'Formatted' }).first())
  await desk.keyboard.press('ArrowRight')
  await expect(drawer.getByRole('group', { name: 'Body' }).first()).toContainText('{"id":"evt_')
  await desk.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('mended, a failed delivery is sent again, secrets overlap, and a schedule is set', async ({ desk, service }) => {
  await service.command('webhook', 'inbox', 'behave', '--answer', '200')
  await goTo(desk, 'webhook')
  // The command line and the page see one log.
  await delivery(desk, 'Retrying').first().getByRole('button').click()
  const drawer = desk.getByRole('dialog', { name: 'Delivery' })
  await drawer.getByRole('button', { name: 'Resend' }).click()
  // The drawer goes on with what was asked for.
  await expect(drawer.getByText('Delivered')).toBeVisible()
  await expect(drawer.getByText(/resent/)).toBeVisible()
  await desk.goBack()
  await expect(drawer).toBeHidden()
  // The first one no longer reads as if its event were still on the way.
  await expect(delivery(desk, 'Delivered later')).toHaveCount(1)
  await expect(delivery(desk, 'Retrying')).toHaveCount(0)
  await desk.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
  await desk.getByRole('menuitemradio', { name: 'Delivered' }).click()
  await expect(delivery(desk, 'resent')).toHaveCount(1)
  await expect(delivery(desk, /On its way|Retrying/)).toHaveCount(0)
  expect(desk.url()).toContain('status=succeeded')

  await desk.getByRole('button', { name: 'Rotate secret' }).click()
  await desk.getByLabel('Old secret expires').selectOption({ label: 'After 1 hour' })
  await desk.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(desk.getByRole('dialog', { name: 'The new signing secret' }).getByRole('textbox')).toHaveValue(/^whsec_/)
  await desk.getByRole('button', { name: 'I have saved the secret' }).click()

  await desk.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(desk.getByText('Disabled by hand')).toBeVisible()
  await tab(desk, 'Simulate').click()
  await desk.getByRole('textbox', { name: 'Card', exact: true }).fill('bfl204')
  await desk.getByRole('option').filter({ hasText: 'B-FL 2041' }).click()
  await expect(desk.getByRole('group', { name: 'Body' })).toContainText('"license_plate": "B-FL 2041"')
  await desk.getByLabel('Event', { exact: true }).selectOption('card.disabled')
  await expect(desk.getByRole('group', { name: 'Body' })).toContainText('"status": "inactive"')
  await desk.getByRole('button', { name: 'Send card.disabled' }).click()
  await desk.getByRole('switch', { name: 'Send on a schedule' }).check()
  await desk.getByRole('textbox', { name: 'Every' }).fill('2')
  await desk.getByRole('group', { name: 'Events to send' }).getByLabel('card.updated').check()
  await desk.getByRole('button', { name: 'Save schedule' }).click()
  await expect(desk.getByText(/^in 2 h/)).toBeVisible()

  // What was skipped while it was disabled is recovered once it is enabled.
  await desk.goto(desk.url().replace(/webhook.*/, 'webhook'))
  await expect(delivery(desk, 'Skipped')).toHaveCount(2)
  await desk.getByRole('button', { name: 'Enable', exact: true }).click()
  await desk.getByRole('button', { name: 'Recover events' }).first().click()
  await desk.getByLabel('the last hour').check()
  await desk.getByRole('dialog', { name: 'Recover events' }).getByRole('button', { name: 'Recover events' }).click()
  await expect(delivery(desk, 'recovered').first()).toContainText('Delivered')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`every part of it is sound in the ${scheme} theme`, lookIn(scheme), async ({ desk }) => {
    await desk.emulateMedia({ colorScheme: scheme })
    await lookAtParts(
      desk,
      [
        ['webhook', 'webhook', 'Deliveries'],
        ['webhook-edit', 'webhook?do=edit', 'All events'],
        ['webhook-rotate', 'webhook?do=rotate', 'Old secret expires'],
        ['webhook-recover', 'webhook?do=recover', 'Events from'],
        ['webhook-delete', 'webhook?do=delete', 'Delete this webhook?'],
        ['webhook-simulate', 'webhook?tab=simulate', 'Simulate an event'],
        ['webhook-inbox', 'webhook?tab=inbox', 'X-Webhook-Signature'],
        ['webhook-code', 'webhook?tab=code', 'Standard Webhooks 1.0'],
      ],
      scheme,
      goTo,
    )
    await goTo(desk, 'webhook')
    await rows(desk).first().getByRole('button').click()
    await expect(desk.getByRole('dialog').getByRole('region', { name: 'Response' })).toBeVisible()
    await screenshot(desk, `webhook-delivery-en-${scheme}-1280x800`)
    expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
  })
}

test('in German nothing is cut or wider than the window', LOOK, async ({ desk }) => {
  await speak(desk, 'de')
  await lookAtGerman(
    desk,
    [
      ['webhook', 'webhook', 'Zustellungen'],
      ['webhook-edit', 'webhook?do=edit', 'Alle Ereignisse'],
      ['webhook-simulate', 'webhook?tab=simulate', 'Ereignis simulieren'],
      ['webhook-inbox', 'webhook?tab=inbox', 'X-Webhook-Signature'],
      ['webhook-code', 'webhook?tab=code', 'Standard Webhooks 1.0'],
    ],
    goTo,
  )
  await speak(desk, null)
})
