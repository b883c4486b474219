import { openSmtpReceiver, PASSWORD } from '../../support/mail/open-receiver.ts'
import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import { callService, expect, goTo, screenshot, speak, test, type Page } from '../support/test.ts'

const group = (desk: Page, name: string) => desk.getByRole('region', { name, exact: true })

test('an administrator sets the mail server after a test has shown that mail arrives', async ({ desk }) => {
  const receiver = await openSmtpReceiver({ allowInsecureAuth: true })
  try {
    const { id } = (await callService(desk, 'profile.get', {})) as { id: string }
    await callService(desk, 'people.update', { personId: id, email: 'anna@fleet.example' })
    await goTo(desk, 'settings?section=email')
    const server = group(desk, 'Mail server')
    await expect(group(desk, 'My alerts by e-mail').getByText('No mail server has been set up yet')).toBeVisible()
    await server.getByLabel('Host').fill('127.0.0.1')
    await server.getByLabel('Port').fill(String(receiver.port))
    await server.getByRole('combobox', { name: 'Encryption' }).click()
    await desk.getByRole('option', { name: 'None' }).click()
    await server.getByLabel('User name').fill('desk')
    await server.getByLabel('Password', { exact: true }).fill('wrong')
    await server.getByLabel('Sender’s address').fill('desk@fleet.example')

    await server.getByRole('button', { name: 'Send a test' }).click()
    await expect(server.getByText('The server refused the sign-in. Check user name and password.')).toBeVisible()
    await screenshot(desk, 'email-refused-en-light-1280x800')
    await server.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await server.getByRole('button', { name: 'Send a test' }).click()
    await expect(server.getByText('The server has accepted a test mail to anna@fleet.example')).toBeVisible()
    const [mail] = await receiver.arrived(1)
    expect(mail?.to).toEqual(['anna@fleet.example'])
    await server.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByText('Mail server saved')).toBeVisible()
    await expect(desk.getByText('Ready: nothing has been sent yet')).toBeVisible()

    const digest = group(desk, 'My alerts by e-mail').getByRole('switch', { name: 'Daily summary' })
    await expect(digest).not.toBeChecked()
    await desk.getByText('Daily summary', { exact: true }).click()
    await expect(digest).toBeChecked()
    await desk.reload()
    await expect(digest).toBeChecked()
    await expect(server.getByLabel('Password', { exact: true })).toHaveValue('')
    await screenshot(desk, 'email-en-light-1280x800')
    expect(await seriousViolations(desk)).toEqual([])

    await callService(desk, 'settings.update', { theme: 'dark' })
    await speak(desk, 'de')
    await expect(desk.getByText('Meine Meldungen per E-Mail')).toBeVisible()
    await screenshot(desk, 'email-de-dark-1280x800')
    expect(await seriousViolations(desk)).toEqual([])
    await desk.setViewportSize({ width: 900, height: 700 })
    await screenshot(desk, 'email-de-dark-900x700')
    await fits(desk, 'email')
    for (const [language, words] of [
      ['fr', 'Mes alertes par e-mail'],
      ['nl', 'Mijn meldingen per e-mail'],
    ] as const) {
      await speak(desk, language)
      await expect(desk.getByText(words)).toBeVisible()
      await fits(desk, language)
    }
  } finally {
    receiver.close()
  }
})
