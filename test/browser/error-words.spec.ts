import { seriousViolations } from './support/axe.ts'
import { expect, goTo, screenshot, speak, test, type Page } from './support/test.ts'
import type { Locator } from '@playwright/test'

/** Words that no German sentence of ours holds; names and addresses hold none of them either. */
const ENGLISH = /\b(?:the|must|cannot|file|empty|damaged|with|begin|address|folder|is not)\b/i

const dialog = (desk: Page) => desk.getByRole('dialog')

test.beforeEach(async ({ desk }) => speak(desk, 'de'))
test.afterEach(async ({ desk }) => speak(desk, null))

async function expectGerman(part: Locator): Promise<void> {
  await expect(part.locator('[lang="en"]')).toHaveCount(0)
  expect(await part.innerText()).not.toMatch(ENGLISH)
}

test('a file that is no card list is refused in German alone', async ({ desk }) => {
  await goTo(desk, 'cards?do=import')
  const files = [
    [
      'kaputt.csv',
      Buffer.from(Array.from({ length: 4096 }, (_, index) => ((index * 7919) % 251) % 32)),
      'Die Datei ist weder CSV noch XLSX.',
    ],
    ['leer.csv', Buffer.alloc(0), 'Die Datei ist leer.'],
    [
      'karten.xlsx',
      Buffer.from('PK\u0003\u0004 and then nothing'),
      'Die Excel-Datei ist beschädigt oder unvollständig. Öffnen Sie sie in Excel und speichern Sie sie neu, oder speichern Sie das Tabellenblatt als CSV.',
    ],
  ] as const
  for (const [name, buffer, words] of files) {
    const chooser = desk.waitForEvent('filechooser')
    await dialog(desk).getByRole('button', { name: 'Datei auswählen' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
    await expect(dialog(desk).getByRole('alert')).toHaveText(words)
    await expectGerman(dialog(desk))
    await screenshot(desk, `file-refused-${name}-de-light-1280x800`)
    expect(await seriousViolations(desk)).toEqual([])
    await dialog(desk).getByRole('button', { name: 'Andere Datei auswählen' }).click()
  }
})

test('a webhook’s address is judged on its field, also where only the service knows better', async ({ desk }) => {
  await goTo(desk, 'webhook?do=create', 'production')
  const address = dialog(desk).getByLabel('Adresse')
  for (const [typed, words] of [
    ['http://example.com/hook', 'Die Adresse muss mit https:// beginnen.'],
    ['https://10.1.2.3/hook', /^Die Adresse darf nicht in ein privates oder reserviertes Netz führen/],
  ] as const) {
    await address.fill(typed)
    await address.press('Enter')
    await expect(address).toHaveAccessibleDescription(
      typeof words === 'string' ? new RegExp(words) : new RegExp(words.source.slice(1)),
    )
    await expect(dialog(desk).getByRole('alert')).toHaveCount(0)
    await expectGerman(dialog(desk))
  }
  await screenshot(desk, 'webhook-refused-de-light-1280x800')
  await address.fill('https://hooks.example')
  await expect(address).not.toHaveAttribute('aria-invalid', 'true')
})

test('a portal’s address and its token are judged on their fields', async ({ desk }) => {
  await goTo(desk, 'sync?do=connect', 'production')
  await dialog(desk).getByText('Festes Token').click()
  const address = dialog(desk).getByLabel('Adresse des Portals')
  const token = dialog(desk).getByLabel('Token', { exact: true })
  await address.fill('http://gateway.example/fuel')
  await token.fill('geheim')
  await dialog(desk).getByRole('button', { name: 'Verbindung testen' }).click()
  await expect(address).toHaveAccessibleDescription(
    /Die Adresse muss mit https:\/\/ beginnen; http:\/\/ ist nur für diesen Computer erlaubt\./,
  )
  await expect(dialog(desk).getByRole('alert')).toHaveCount(0)
  await token.fill('ge heim')
  await token.press('Enter')
  await expect(token).toHaveAccessibleDescription(/Nur sichtbare ASCII-Zeichen ohne Leerzeichen sind erlaubt\./)
  await expect(dialog(desk).getByRole('alert')).toHaveCount(0)
  await expectGerman(dialog(desk))
})

test('a network, an origin and a certificate are judged on their fields', async ({ desk }) => {
  await goTo(desk, 'settings?section=service')
  for (const [label, typed, words] of [
    ['Erlaubtes Netz', '10.20.0.0/99', '„10.20.0.0/99“ ist kein Netz wie 10.20.0.0/16 oder fd00::/8.'],
    ['Zu erlaubender Origin', 'fleet', '„fleet“ ist kein Origin wie https://fleet.example.'],
  ] as const) {
    const field = desk.getByLabel(label, { exact: true })
    await field.fill(typed)
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(words)
  }
  const certificates = desk.getByRole('textbox', { name: 'Zusätzliche Zertifizierungsstelle' })
  await certificates.fill('-----BEGIN CERTIFICATE-----')
  await desk.locator('form').filter({ has: certificates }).getByRole('button', { name: 'Speichern' }).click()
  await expect(certificates).toHaveAccessibleDescription(/^Geben Sie Zertifikate im PEM-Format ein/)
  await expect(desk.getByRole('alert')).toHaveCount(0)
  await screenshot(desk, 'settings-refused-de-light-1280x800')
})

test('a project’s name is judged on its field', async ({ desk }) => {
  await goTo(desk, 'settings?section=projects&do=create')
  const name = dialog(desk).getByLabel('Name')
  await name.fill('Fuhrpark\u202e')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(
    'Zeilenumbrüche, Steuerzeichen und Zeichen für die Schreibrichtung sind hier nicht erlaubt.',
  )
  await expect(dialog(desk).getByRole('alert')).toHaveCount(0)
})
