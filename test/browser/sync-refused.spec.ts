import { readFileSync, writeFileSync } from 'node:fs'
import { seriousViolations } from './support/axe.ts'
import { fits } from './support/look.ts'
import { startReferencePortal, type ReferencePortal } from './support/reference-portal.ts'
import { expect, goTo, rows, screenshot, speak, test as base } from './support/test.ts'

const test = base.extend<{ portal: ReferencePortal }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from a pattern
  portal: async ({}, use) => {
    const portal = await startReferencePortal(20)
    await use(portal)
    await portal.close()
  },
})

test('the rows that a run refused are saved as a file, from its line and on the command line', async ({
  desk,
  service,
  portal,
}) => {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  const place = ['--project', project?.id ?? '']
  const secret = test.info().outputPath('secret.txt')
  writeFileSync(secret, portal.clientSecret)
  await portal.control('PUT', 'faults', { malformed: ['PC1-0000003', 'PC1-0000004', 'PC1-0000005'] })
  await service.command(
    'provider',
    'set',
    '--adapter',
    'rest',
    '--url',
    portal.baseUrl,
    '--client-id',
    portal.clientId,
    '--secret-file',
    secret,
    ...place,
  )
  const run = (await service.command('sync', '--full', '--wait', ...place)) as { id: string }
  expect(run).toMatchObject({ state: 'completed', failed: 3, refusedKept: 3 })
  await goTo(desk, 'sync', 'production')
  const save = rows(desk).first().getByRole('button', { name: 'Save the 3 refused rows' })
  const downloaded = desk.waitForEvent('download')
  await save.click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^refused-rows-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').at(3)),
  ).toEqual(['Provider card id', 'PC1-0000003', 'PC1-0000004', 'PC1-0000005'])
  const told = await service.command('sync', 'refused', run.id, ...place)
  expect(told).toMatchObject({
    refused: 3,
    rows: [{ providerCardId: 'PC1-0000003', code: 'not_readable', reason: 'Not readable: cardNumber.' }, {}, {}],
  })
  const file = test.info().outputPath('rows.csv')
  expect(await service.command('sync', 'refused', run.id, '--file', file, ...place)).toEqual({ file, rows: 3 })
  expect(readFileSync(file, 'utf8')).toBe(text)

  await save.hover()
  await expect(desk.getByRole('tooltip')).toHaveText('Save the 3 refused rows')
  await screenshot(desk, 'sync-refused-rows-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
  await speak(desk, 'de')
  await desk.emulateMedia({ colorScheme: 'dark' })
  await desk.setViewportSize({ width: 900, height: 700 })
  await goTo(desk, 'sync', 'production')
  await expect(rows(desk).first().getByRole('button', { name: 'Die 3 abgelehnten Zeilen speichern' })).toBeVisible()
  await screenshot(desk, 'sync-refused-rows-de-dark-900x700')
  await fits(desk, 'sync-refused-rows')
  expect(await seriousViolations(desk)).toEqual([])
  await speak(desk, null)
})
