import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { seriousViolations } from './support/axe.ts'
import { lookIn } from './support/look.ts'
import { countEffort } from './support/effort.ts'
import { expect, goTo, rows, screenshot, speak, test, type Page } from './support/test.ts'

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples')
const dialog = (desk: Page) => desk.getByRole('dialog')
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })

/** Gives the open dialog a file, as the person's own file chooser would. */
async function choose(desk: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = desk.waitForEvent('filechooser')
  await dialog(desk).getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(file)
}

/** Asks for an import as a person does: the file chooser opens with the dialog. */
async function chooseAtOnce(desk: Page, file: Parameters<typeof choose>[1]): Promise<void> {
  const chooser = desk.waitForEvent('filechooser')
  await desk.getByRole('button', { name: 'Import', exact: true }).click()
  await desk.getByRole('menuitem', { name: /Import a card list/ }).click()
  await (await chooser).setFiles(file)
}

const table = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** What people have sent and nobody needs any more makes room at once: 64 files of a person are the most. */
const sentFiles = ({ dataDir }: { dataDir: string }) =>
  readdirSync(join(dataDir, 'exchange')).filter((name) => name.startsWith('up_'))

test('a provider’s list is looked at, tried and only then imported', async ({ desk, service }) => {
  await expect(rows(desk)).toHaveCount(48)
  await chooseAtOnce(desk, `${SAMPLES}/provider-export-nl.xlsx`)
  await expect(dialog(desk).getByText('Card number · Licence plate · Driver')).toBeVisible()
  const report = dialog(desk).getByRole('status')
  await expect(report).toContainText('would be created')
  await dialog(desk).getByText('Columns of the file').click()
  await expect(dialog(desk).getByLabel('Card number')).toBeVisible()
  const count =
    /\d+/.exec(
      (await dialog(desk)
        .getByRole('button', { name: /^Import \d+ changes$/ })
        .textContent()) ?? '',
    )?.[0] ?? ''
  // Nothing was written for the look.
  await expect(desk.getByText('48 cards')).toBeVisible()
  await dialog(desk)
    .getByRole('button', { name: `Import ${count} changes` })
    .click()
  await expect(report).toContainText('created')
  await expect(toasts(desk)).toContainText('List imported')
  expect(sentFiles(service)).toHaveLength(1)
  await dialog(desk).getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => sentFiles(service)).toEqual([])
  await expect(desk.getByText(`${48 + Number(count)} cards`)).toBeVisible()
})

const ODD =
  'Card number;Wagen;Nutzer;Ablauf am;Region\n90000000000000301;B-XY 1;Ada;12/2029;x\n90000000000000302;B-XY 2;Grace;12/2029;y\n'

test('columns that would be lost are named first, and nothing is imported until that is accepted', async ({ desk }) => {
  const file = table('odd.csv', ODD)
  await goTo(desk, 'cards?do=import')
  await choose(desk, file)
  await expect(dialog(desk).getByText('4 of 5 columns will not be imported')).toBeVisible()
  await expect(dialog(desk).getByLabel('Field of “Wagen”')).toBeVisible()
  await expect(dialog(desk).getByText('1 of 5 columns is read')).toBeVisible()
  const action = dialog(desk).getByRole('button', { name: /^Import/ })
  await expect(action).toHaveText('Import 2 changes')
  await expect(action).toBeDisabled()
  await screenshot(desk, 'import-loss')
  await dialog(desk).getByLabel('Field of “Wagen”').selectOption('Licence plate')
  await dialog(desk).getByLabel('Field of “Nutzer”').selectOption('Driver')
  await dialog(desk).getByText('Columns of the file').click()
  await dialog(desk).getByLabel('Valid until').selectOption('Ablauf am')
  await expect(dialog(desk).getByText('1 of 5 columns will not be imported')).toBeVisible()
  await expect(action).toBeDisabled()
  await dialog(desk).getByLabel('Import without them').check()
  await expect(action).toBeEnabled()
  expect(await seriousViolations(desk)).toEqual([])
  await action.click()
  await expect(toasts(desk)).toContainText('2 created')
  // The next one like it says what it leaves out, and asks no more.
  await goTo(desk, 'cards')
  const effort = await countEffort(desk)
  await chooseAtOnce(desk, table('odd-2.csv', `${ODD}90000000000000303;B-XY 3;Joan;12/2029;z\n`))
  await expect(dialog(desk).getByText('Not imported, as last time')).toBeVisible()
  await dialog(desk).getByRole('button', { name: 'Import 1 change' }).click()
  await expect(toasts(desk)).toContainText('1 created')
  expect(await effort()).toEqual({ clicks: 3, keys: 0 })
})

test('a file without titles loses no row to them, and one without rows says so', async ({ desk }) => {
  await goTo(desk, 'cards?do=import')
  await choose(desk, table('bare.csv', '90000000000000311;Ada\n90000000000000312;Grace\n'))
  await expect(dialog(desk).getByText('2 of 2 columns will not be imported')).toBeVisible()
  await dialog(desk).getByLabel('Field of “Column 1”').selectOption('Card number')
  await dialog(desk).getByLabel('Field of “Column 2”').selectOption('Driver')
  await expect(dialog(desk).getByRole('button', { name: 'Import 2 changes' })).toBeEnabled()
  await dialog(desk).getByRole('button', { name: 'Choose another file' }).click()
  await choose(desk, table('bare-2.csv', 'Card number;Driver\n'))
  await expect(dialog(desk).getByText('The file has no rows below its titles.')).toBeVisible()
})

test('words that a file chooses freely are given a meaning instead of refusing their rows', async ({ desk }) => {
  const file = table(
    'words.csv',
    'Card number;Gesperrt;Valid until\n90000000000000401;ja;unbefristet\n90000000000000402;nein;05/06/2029\n90000000000000403;nein;12/31/2029\n',
  )
  await goTo(desk, 'cards?do=import')
  await choose(desk, file)
  await dialog(desk).getByLabel('Field of “Gesperrt”').selectOption('Status')
  await expect(dialog(desk).getByText('Some values in this file are not recognised')).toBeVisible()
  await expect(dialog(desk).getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await dialog(desk).getByLabel('Status: “ja”').selectOption('Inactive')
  await dialog(desk).getByLabel('Valid until: “unbefristet”').selectOption('leave the card as it is')
  await expect(dialog(desk).getByRole('button', { name: 'Import 1 change' })).toBeEnabled()
  await dialog(desk).getByLabel('Status: “nein”').selectOption('Active')
  await expect(dialog(desk).getByText('Others in this file exist only with the month first.')).toBeVisible()
  await dialog(desk).getByLabel('Dates such as “05/06/2029”').selectOption('Month first')
  await expect(dialog(desk).getByText('Every value in this file is recognised')).toBeVisible()
  await screenshot(desk, 'import-words')
  await dialog(desk).getByRole('button', { name: 'Import 3 changes' }).click()
  await expect(toasts(desk)).toContainText('3 created')
  await goTo(desk, 'cards?search=90000000000000401')
  await expect(rows(desk).first()).toContainText('Inactive')
  await goTo(desk, 'cards?search=90000000000000402')
  await expect(rows(desk).first()).toContainText('6 May 2029')
  // What they mean is remembered with the columns.
  await goTo(desk, 'cards?do=import')
  await choose(desk, { ...file, name: 'words-2.csv' })
  await expect(dialog(desk).getByRole('status')).toContainText('3would stay unchanged')
  await expect(dialog(desk).getByLabel('Status: “ja”').locator('option:checked')).toHaveText('Inactive')
})

test('the rows of an import are looked at by what becomes of them, and saved as CSV', async ({ desk }, {
  outputDir,
}) => {
  await goTo(desk, 'cards?sort=cardNumber')
  const [number = ''] = (await rows(desk).locator('th').allInnerTexts()).map((shown) => shown.replaceAll(/\D/g, ''))
  const wrong = Array.from({ length: 60 }, (_, row) => `${row};Row ${row}\n`).join('')
  await goTo(desk, 'cards?do=import')
  await choose(
    desk,
    table('mixed.csv', `Card number;Driver\n${number};Katherine Johnson\n90000000000000501;Ada\n${wrong}`),
  )
  const refused = dialog(desk).getByRole('region', { name: 'Refused rows' })
  await expect(refused.getByRole('row')).toHaveCount(51)
  const effort = await countEffort(desk)
  await dialog(desk).getByRole('button', { name: 'Next page' }).click()
  await expect(refused.getByRole('row').last()).toHaveText(
    '63The card number “59” must have 4 to 20 digits, not 2.Card number59DriverRow 59',
  )
  const saved = desk.waitForEvent('download')
  await dialog(desk).getByRole('button', { name: 'Save as CSV' }).click()
  const file = resolve(outputDir, 'refused.csv')
  const download = await saved
  expect(download.suggestedFilename()).toBe('refused.csv')
  await download.saveAs(file)
  const lines = (await readFile(file, 'utf8')).slice(1).trimEnd().split('\r\n')
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    61,
    'Card number,Driver,Refused because,Line in the file',
    '59,Row 59,"The card number “59” must have 4 to 20 digits, not 2.",63',
  ])
  await dialog(desk)
    .getByRole('button', { name: /would be changed/ })
    .click()
  await expect(dialog(desk).getByRole('region', { name: 'Changes' })).toContainText('Katherine Johnson')
  await dialog(desk)
    .getByRole('button', { name: /would be created/ })
    .click()
  await expect(dialog(desk).getByRole('region', { name: 'New cards' })).toContainText('Ada')
  expect(await effort()).toEqual({ clicks: 4, keys: 0 })
  expect(await seriousViolations(desk)).toEqual([])
  await screenshot(desk, 'import-rows')
})

test('a list as an issuer describes it in public is read as described, if a person wants that', async ({ desk }) => {
  await goTo(desk, 'cards?do=import')
  await choose(
    desk,
    table(
      'shell.csv',
      'PAN;StatusDescription;ExpiryDate;VRN\n90000000000000601;Temporary Block(Customer);20291231;B-S 1\n',
    ),
  )
  await expect(dialog(desk).getByText('This looks like a card list of Shell')).toBeVisible()
  await expect(dialog(desk).getByText('1 of 4 columns will not be imported')).toBeVisible()
  await screenshot(desk, 'import-offer')
  await dialog(desk).getByRole('button', { name: 'Use them' }).click()
  await dialog(desk).getByRole('button', { name: 'Import 1 change' }).click()
  await expect(toasts(desk)).toContainText('1 created')
  await goTo(desk, 'cards?search=90000000000000601')
  await expect(rows(desk).first()).toContainText('Inactive')
})

test('columns that are not recognised are named by hand, and remembered for the next such file', async ({ desk }) => {
  const file = table(
    'own.csv',
    'Nr;Wagen;Wer\n90000000000000101;B-XY 1;Ada\n90000000000000102;B-XY 2;Grace\nnot a number;B-XY 3;Joan\n',
  )
  await goTo(desk, 'cards?do=import')
  await choose(desk, file)
  await expect(dialog(desk).getByText('Choose the column that holds the card number.')).toBeVisible()
  await expect(dialog(desk).getByRole('button', { name: 'Import' })).toBeDisabled()
  await dialog(desk).getByLabel('Card number').selectOption('Nr')
  await dialog(desk).getByLabel('Licence plate').selectOption('Wagen')
  await dialog(desk).getByLabel('Driver').selectOption('Wer')
  await expect(dialog(desk).getByRole('row', { name: /^4 / })).toBeVisible()
  await dialog(desk).getByRole('button', { name: 'Import 2 changes' }).click()
  await expect(toasts(desk)).toContainText('2 created')
  await goTo(desk, 'cards')
  await goTo(desk, 'cards?do=import')
  await choose(desk, { ...file, name: 'again.csv' })
  await expect(dialog(desk).getByText('as in your last import of a file like this')).toBeVisible()
  await expect(dialog(desk).getByLabel('Driver').locator('option:checked')).toHaveText('Wer')
  await expect(dialog(desk).getByRole('status')).toContainText('would stay unchanged')
})

test('a refused row has its reason in the language of the app', async ({ desk }) => {
  await speak(desk, 'de')
  await goTo(desk, 'cards?do=import')
  const chooser = desk.waitForEvent('filechooser')
  await dialog(desk).getByRole('button', { name: 'Datei auswählen' }).click()
  await (
    await chooser
  ).setFiles(
    table(
      'karten.csv',
      `Kartennummer;Status;Fahrer\n90000000000000201;aktiv;Ada\n12;vielleicht;Grace\n90000000000000201;aktiv;Ada\n90000000000000202;aktiv;${'x'.repeat(101)}\n`,
    ),
  )
  const refused = dialog(desk).getByRole('region', { name: 'Abgelehnte Zeilen' })
  await expect(refused.getByRole('row')).toHaveText([
    'ZeileGrundIn der Datei',
    '3Die Kartennummer „12“ muss 4 bis 20 Ziffern haben, nicht 2. Der Status „vielleicht“ ist nicht bekannt; schreiben Sie neu, aktiv oder gesperrt.Kartennummer12StatusvielleichtFahrerGrace',
    '4Die Karte 90000000000000201 steht mehr als einmal in dieser Datei.Kartennummer90000000000000201StatusaktivFahrerAda',
    `5Der Name des Fahrers darf höchstens 100 Zeichen lang sein.Kartennummer90000000000000202StatusaktivFahrer${'x'.repeat(101)}`,
  ])
  await refused.scrollIntoViewIfNeeded()
  await screenshot(desk, 'cards-import-refused-de-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await speak(desk, null)
})

test('new cards are activated from a file, the rows that cannot be are named', async ({ desk }) => {
  await goTo(desk, 'cards?status=new')
  const numbers = await rows(desk).locator('th').allInnerTexts()
  const [first = '', second = ''] = numbers.map((number) => number.replaceAll(/\D/g, ''))
  await goTo(desk, 'cards?do=activate-file')
  await choose(
    desk,
    table('new.csv', `Card number,Plate,Driver\n${first},hh-x 1,Ada Lovelace\n${second},,Grace Hopper\n`),
  )
  await expect(dialog(desk).getByText('1 card will be activated')).toBeVisible()
  await expect(dialog(desk).getByText('The licence plate is missing').first()).toBeVisible()
  await dialog(desk).getByRole('button', { name: 'Activate 1 card' }).click()
  await expect(toasts(desk)).toContainText('1 card activated.')
  // What an activation did cannot be taken back: the button says what it does instead.
  // Its end is reported although it comes before the answer that names the job.
  await desk.route('**/bridge/call/bulk.undo', async (route) => {
    const response = await route.fetch()
    await expect(
      desk.getByRole('region', { name: 'Jobs' }).getByRole('listitem').filter({ hasText: 'Undo 1 change' }),
    ).toContainText('1 done')
    await route.fulfill({ response })
  })
  await toasts(desk).getByRole('button', { name: 'Disable them' }).click()
  await expect(toasts(desk)).toContainText('1 change undone.')
  await goTo(desk, `cards?search=${first}`)
  await expect(rows(desk).first()).toContainText('Inactive')
})

test('the listed cards are exported, and read back the same', async ({ desk }, { outputDir }) => {
  await goTo(desk, 'cards?status=inactive&sort=cardNumber')
  const shown = (await rows(desk).locator('th').allInnerTexts()).map((number) => number.replaceAll(/\D/g, ''))
  const saved = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Export' }).click()
  await desk.getByRole('menuitem', { name: 'CSV (commas)' }).click()
  const file = resolve(outputDir, 'export.csv')
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^cards-sandbox-.*\.csv$/)
  await download.saveAs(file)
  const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/).slice(1)
  expect(lines.map((line) => line.split(',')[0]?.replaceAll(/\D/g, ''))).toEqual(shown)
  await goTo(desk, 'cards?do=import')
  await choose(desk, file)
  await expect(dialog(desk).getByRole('status')).toContainText(`${shown.length}would stay unchanged`)
})

test('only the chosen cards are exported', async ({ desk }) => {
  await goTo(desk, 'cards?sort=cardNumber')
  await rows(desk).nth(1).getByRole('checkbox').click()
  await rows(desk).nth(3).getByRole('checkbox').click()
  const saved = desk.waitForEvent('download')
  await desk.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
  await desk.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(toasts(desk)).toContainText('2 cards exported')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the import stands in nobody's way in the ${scheme} theme`, lookIn(scheme), async ({ desk }) => {
    await desk.emulateMedia({ colorScheme: scheme })
    await goTo(desk, 'cards?do=import')
    await expect(dialog(desk).getByRole('button', { name: 'Choose a file' })).toBeFocused()
    expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
    await choose(desk, `${SAMPLES}/provider-export-fr.csv`)
    await expect(dialog(desk).getByRole('status')).toContainText('would be')
    expect(await seriousViolations(desk, scheme === 'dark' ? 'colours' : 'everything')).toEqual([])
  })
}

test('a whole list that lacks most cards is imported only once their number is typed', async ({ desk }) => {
  await goTo(desk, 'cards?sort=cardNumber')
  const [number = ''] = (await rows(desk).locator('th').allInnerTexts()).map((shown) => shown.replaceAll(/\D/g, ''))
  await goTo(desk, 'cards?do=import')
  await choose(desk, table('all.csv', `Card number\n${number}\n`))
  await dialog(desk).getByLabel('This file lists all the provider’s cards').check()
  const notice = dialog(desk).getByText(/^\d+ cards are missing from this file/)
  await expect(notice).toBeVisible()
  const missing = /\d+/.exec((await notice.textContent()) ?? '')?.[0] ?? ''
  const action = dialog(desk).getByRole('button', { name: `Import ${missing} changes` })
  await expect(action).toBeDisabled()
  await screenshot(desk, 'cards-import-missing-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await dialog(desk).getByLabel(`Type ${missing} to confirm`).fill(missing)
  await action.click()
  await expect(dialog(desk).getByText(/^\d+ cards not in the file are now marked as gone\.$/)).toBeVisible()
  // One that failed before keeps what it says.
  await goTo(desk, 'cards?sync=failed')
  await expect(desk.getByText(new RegExp(`^1 to \\d+ of ${missing}$`))).toBeVisible()
})
