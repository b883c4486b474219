import { seriousViolations } from './support/axe.ts'
import { expect, goTo, rows, test, type Page } from './support/test.ts'
import type { BuiltService } from './support/built-service.ts'

const dialog = (desk: Page) => desk.getByRole('dialog')
const toasts = (desk: Page) => desk.getByRole('region', { name: 'Messages' })
const opener = (desk: Page, row: number) => desk.locator('[data-card]').nth(row)
const idOf = async (desk: Page, row: number) => (await opener(desk, row).getAttribute('data-card')) ?? ''
const openId = (desk: Page) => new URLSearchParams(desk.url().split('?')[1]).get('card')

/** What would change fuel: none of these may be called by striking Enter alone. */
const CHANGES =
  /\/bridge\/call\/(cards\.(activate|enable|disable|undo)|bulk\.(start|startFile|undo|retry)|drift\.resolve|sync\.retry)$/

/** The calls that change fuel, as they are made. */
function changesOf(desk: Page): string[] {
  const made: string[] = []
  desk.on('request', (request) => {
    const [, name] = CHANGES.exec(request.url()) ?? []
    if (name !== undefined) made.push(name)
  })
  return made
}

/** More often than any chain of questions is long, each once the page has answered the one before. */
async function strikeEnter(desk: Page): Promise<void> {
  for (let times = 0; times < 8; times += 1) {
    await desk.keyboard.press('Enter')
    await desk.evaluate(() => new Promise<void>((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()))))
  }
}

async function production(desk: Page, service: BuiltService): Promise<void> {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  await service.command(
    'cards',
    'import',
    `${import.meta.dirname}/../../resources/samples/provider-export-en.csv`,
    '--project',
    project?.id ?? '',
    '--environment',
    'production',
    '--apply',
  )
  await desk.reload()
}

test('below an open card no key acts: what is disabled is the card that is open', async ({ desk, service }) => {
  await production(desk, service)
  await goTo(desk, 'cards?status=active', 'production')
  const opened = await idOf(desk, 0)
  const changes = changesOf(desk)
  await opener(desk, 0).click()
  await expect(dialog(desk).getByRole('button', { name: 'Disable card' })).toBeVisible()
  const next = await idOf(desk, 1)
  for (const key of ['d', 'e', 'a', '/', 'ArrowDown', 'Space']) await desk.keyboard.press(key)
  await expect(dialog(desk)).toHaveCount(1)
  expect(openId(desk)).toBe(opened)
  // These lead to another open card, and do nothing to either.
  await desk.keyboard.press('j')
  await expect.poll(() => openId(desk)).toBe(next)
  for (const key of ['d', 'e', 'a']) await desk.keyboard.press(key)
  await desk.keyboard.press('k')
  await expect.poll(() => openId(desk)).toBe(opened)
  await expect(dialog(desk)).toHaveCount(1)
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toHaveCount(0)
  expect(changes).toEqual([])
  await desk.keyboard.press('Escape')
  await expect(opener(desk, 0)).toBeFocused()
})

test('while the code of the drawer is still on its way no key acts on the list below', async ({ desk }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await desk.route('**/assets/card-drawer-*.js', async (route) => {
    await held
    await route.continue()
  })
  await desk.reload()
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  const opened = await idOf(desk, 0)
  await opener(desk, 0).focus()
  for (const key of ['Enter', 'j', 'd']) await desk.keyboard.press(key)
  release()
  await expect(dialog(desk).getByRole('button', { name: 'Disable card' })).toBeVisible()
  expect(openId(desk)).toBe(opened)
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await expect(opener(desk, 0)).toBeFocused()
})

test('below a dialog no key acts, and none leads out of it', async ({ desk }) => {
  await goTo(desk, 'cards?do=import')
  await expect(dialog(desk)).toBeVisible()
  const isInside = () => desk.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  await expect.poll(isInside).toBe(true)
  for (const key of ['j', 'k', '/', 'Control+k']) {
    await desk.keyboard.press(key)
    expect([key, await isInside()]).toEqual([key, true])
  }
  for (let stops = 0; stops < 12; stops += 1) {
    await desk.keyboard.press('Tab')
    expect(await desk.evaluate(() => document.activeElement?.closest('#root') ?? null)).toBeNull()
  }
  await expect(dialog(desk)).toHaveCount(1)
})

test.describe('no chain of Enters changes fuel', () => {
  test('from the row of an active card', async ({ desk }) => {
    const changes = changesOf(desk)
    await goTo(desk, 'cards?status=active&sort=cardNumber')
    await opener(desk, 0).focus()
    await strikeEnter(desk)
    await expect(dialog(desk).getByRole('heading', { level: 2 })).toBeFocused()
    await dialog(desk).getByRole('button', { name: 'Disable card' }).focus()
    await strikeEnter(desk)
    await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
    expect(changes).toEqual([])
    // Typed, it is meant.
    await desk.keyboard.type('Reported lost')
    await desk.keyboard.press('Enter')
    await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
    expect(changes).toEqual(['cards.disable'])
    // The focus is on nothing that acts, and not on the button that now stands there.
    await expect
      .poll(() =>
        desk.evaluate(
          () =>
            document.activeElement?.closest('[role="dialog"]') !== null && document.activeElement?.tagName !== 'BUTTON',
        ),
      )
      .toBe(true)
    await strikeEnter(desk)
    expect(changes).toEqual(['cards.disable'])
  })

  test('from the row, the button, the switches and the key of an inactive card, and by undoing', async ({ desk }) => {
    const changes = changesOf(desk)
    await goTo(desk, 'cards?status=inactive&sort=cardNumber')
    await opener(desk, 0).focus()
    await desk.keyboard.press('e')
    await expect(dialog(desk).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await strikeEnter(desk)
    await opener(desk, 0).focus()
    await desk.keyboard.press('Enter')
    await dialog(desk).getByRole('button', { name: 'Enable card' }).focus()
    await strikeEnter(desk)
    await dialog(desk).getByRole('switch').first().focus()
    await desk.keyboard.press('Space')
    await strikeEnter(desk)
    expect(changes).toEqual([])
  })

  test('of a new card whose plate and driver are there already', async ({ desk }) => {
    const changes = changesOf(desk)
    await desk.route('**/bridge/call/cards.get', async (route) => {
      const answer = (await (await route.fetch()).json()) as { value: object }
      await route.fulfill({
        json: { ...answer, value: { ...answer.value, licensePlate: 'B-XY 1', driver: 'From a file' } },
      })
    })
    await goTo(desk, 'cards?status=new&sort=cardNumber')
    await opener(desk, 0).focus()
    await desk.keyboard.press('Enter')
    // Until then, the drawer shows the row of the list.
    await expect(dialog(desk).getByText('From a file').first()).toBeVisible()
    await dialog(desk).getByRole('button', { name: 'Activate card' }).focus()
    await strikeEnter(desk)
    await expect(dialog(desk).getByLabel('Driver')).toHaveValue('From a file')
    expect(changes).toEqual([])
    await desk.goto(`${desk.url().split('#')[0]}#/sandbox/cards?status=new&card=${await idOf(desk, 0)}&do=stack`)
    await expect(dialog(desk).getByText(/^1 of/)).toBeVisible()
    await expect(dialog(desk).getByLabel('Licence plate')).toBeFocused()
    await strikeEnter(desk)
    expect(changes).toEqual([])
    await desk.unrouteAll({ behavior: 'wait' })
  })

  for (const [command, status] of [
    ['Disable', 'active'],
    ['Enable', 'inactive'],
  ] as const) {
    test(`of many: ${command}`, async ({ desk }) => {
      const changes = changesOf(desk)
      await goTo(desk, `cards?status=${status}&sort=cardNumber`)
      await desk.getByRole('checkbox', { name: 'Select every card on this page' }).click()
      await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: command }).focus()
      await desk.keyboard.press('Enter')
      await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
      await expect(
        dialog(desk).getByText(
          command === 'Enable'
            ? /cards will work for all four fuels again immediately/
            : /They stop working for all four fuels/,
        ),
      ).toBeVisible()
      await strikeEnter(desk)
      expect(changes).toEqual([])
      await desk.keyboard.press('Escape')
    })
  }
})

test('whatever lets fuel flow again says so first: a button, a switch, a key, an undo', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await opener(desk, 0).focus()
  await desk.keyboard.press('d')
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
  await desk.keyboard.type('Vehicle sold')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
  const changes = changesOf(desk)
  const question = desk.getByRole('dialog', { name: /^Enable card/ })
  const begin = [
    () => toasts(desk).getByRole('button', { name: 'Undo' }).click(),
    () => dialog(desk).getByRole('button', { name: 'Enable card' }).click(),
    () => dialog(desk).getByRole('switch', { name: 'Diesel' }).click(),
  ]
  for (const ask of begin) {
    await ask()
    await expect(question).toContainText('It will work for all four fuels again immediately.')
    await expect(question).toContainText('Vehicle sold')
    // Escape takes the question back, and the card stays open.
    await desk.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog(desk).getByText('Valid until')).toBeVisible()
  }
  expect(changes).toEqual([])
  await dialog(desk).getByRole('tab', { name: 'Timeline' }).click()
  await dialog(desk).getByRole('button', { name: 'Undo' }).click()
  await question.getByRole('button', { name: /^Enable card/ }).click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ enabled/)
  expect(changes).toEqual(['cards.undo'])
})

test('a question ends where a person goes elsewhere, and nothing is done', async ({ desk }) => {
  const changes = changesOf(desk)
  await goTo(desk, 'cards?status=inactive&sort=cardNumber')
  await opener(desk, 0).click()
  await dialog(desk).getByRole('button', { name: 'Enable card' }).click()
  await expect(desk.getByRole('dialog', { name: /^Enable card/ })).toBeVisible()
  await desk.goBack()
  await expect(dialog(desk)).toHaveCount(0)
  await expect(opener(desk, 0)).toBeFocused()
  expect(changes).toEqual([])
})

test('an undo takes back what it was offered for, and nothing that another did since', async ({ desk, service }) => {
  const [project] = (await service.command('projects', 'list')) as { id: string }[]
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  const id = await idOf(desk, 1)
  await opener(desk, 1).focus()
  await desk.keyboard.press('d')
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
  await desk.keyboard.type('Lost')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ disabled/)
  await toasts(desk).hover()
  await service.command('cards', 'enable', id, '--project', project?.id ?? '', '--environment', 'sandbox')
  await expect(dialog(desk).getByRole('button', { name: 'Disable card' })).toBeVisible()
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await dialog(desk)
    .getByRole('button', { name: /^Enable card …/ })
    .last()
    .click()
  await expect(toasts(desk)).toContainText('was not changed')
  await expect(dialog(desk).getByRole('button', { name: 'Disable card' })).toBeVisible()
})

test('the card that was picked is activated, and no other comes after it', async ({ desk }) => {
  await goTo(desk, 'cards?status=new&sort=-cardNumber')
  const picked = await idOf(desk, 0)
  await opener(desk, 0).focus()
  await desk.keyboard.press('a')
  await expect(dialog(desk).getByLabel('Licence plate')).toBeFocused()
  await expect(dialog(desk).getByText(/, by card number$/)).toHaveCount(0)
  await expect(dialog(desk).getByRole('button', { name: 'Skip' })).toHaveCount(0)
  await desk.keyboard.type('b-fl 9001')
  await desk.keyboard.press('Tab')
  await desk.keyboard.type('Grace Hopper')
  await desk.keyboard.press('Enter')
  await expect(toasts(desk)).toContainText('is active for B-FL 9001')
  expect(openId(desk)).toBe(picked)
  await expect(dialog(desk).getByRole('button', { name: 'Disable card' })).toBeVisible()
  await expect(dialog(desk).getByText('Grace Hopper').first()).toBeVisible()
})

test('one card is never asked for its count', async ({ desk, service }) => {
  await production(desk, service)
  await goTo(desk, 'cards?status=active', 'production')
  await rows(desk).first().getByRole('checkbox').click()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  await expect(dialog(desk).getByRole('button', { name: 'Disable 1 card' })).toBeEnabled()
  await expect(dialog(desk).getByLabel(/^Type/)).toHaveCount(0)
})

test('taking back a bulk disable is confirmed with what will happen', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=-cardNumber')
  await rows(desk).nth(0).getByRole('checkbox').click()
  await rows(desk).nth(1).getByRole('checkbox').click()
  await desk.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Disable' }).click()
  await dialog(desk).getByRole('button', { name: 'Disable 2 cards' }).click()
  const changes = changesOf(desk)
  await toasts(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(desk)).toContainText('2 cards will work for all four fuels again immediately')
  expect(changes).toEqual([])
  await dialog(desk).getByRole('button', { name: 'Enable 2 cards again' }).click()
  await expect(toasts(desk)).toContainText('2 changes undone.')
})

/** What has the focus, for a comparison: never the body. */
const focused = (desk: Page) =>
  desk.evaluate(
    () =>
      document.activeElement?.getAttribute('data-card') ??
      document.activeElement?.id ??
      document.activeElement?.tagName,
  )

test('the focus goes back to where it was: after a card, a dialog, the palette, a message', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  for (const _step of [1, 2, 3]) await desk.keyboard.press('j')
  const third = await idOf(desk, 2)
  await desk.keyboard.press('Enter')
  await expect(dialog(desk).getByRole('tab').first()).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect.poll(() => focused(desk)).toBe(third)
  await desk.keyboard.press('Control+k')
  await expect(dialog(desk).getByRole('combobox')).toBeFocused()
  await desk.keyboard.press('Escape')
  await expect.poll(() => focused(desk)).toBe(third)
  await desk.keyboard.press('Space')
  await desk.keyboard.press('d')
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
  await desk.keyboard.press('Escape')
  await expect.poll(() => focused(desk)).toBe(third)
  await desk.keyboard.press('Escape')
  // A message that goes away, with the button on it.
  await desk.keyboard.press('a')
  await expect(toasts(desk)).toContainText('is already activated')
  await toasts(desk).getByRole('button', { name: 'Dismiss the message' }).focus()
  await desk.keyboard.press('Enter')
  await expect.poll(() => focused(desk)).toBe(third)
  // Another screen by the palette: what had the focus is gone.
  await desk.keyboard.press('Control+k')
  await expect(dialog(desk).getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('overview')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect.poll(() => focused(desk)).toBe('screen')
})

test('a row that no longer matches hands the focus to its table', async ({ desk }) => {
  await goTo(desk, 'cards?status=inactive&sort=cardNumber')
  await opener(desk, 0).focus()
  const id = await idOf(desk, 0)
  await desk.keyboard.press('e')
  await dialog(desk)
    .getByRole('button', { name: /^Enable card/ })
    .click()
  await expect(toasts(desk)).toContainText(/Card […\d\s]+ enabled/)
  await expect(desk.locator(`[data-card="${id}"]`)).toHaveCount(0)
  await expect.poll(() => desk.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('region')
  await desk.keyboard.press('j')
  await expect(opener(desk, 0)).toBeFocused()
})

test('a correction is ended by Escape, and the card stays open', async ({ desk }) => {
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  await opener(desk, 0).click()
  await dialog(desk).getByRole('button', { name: 'Edit plate and driver' }).click()
  await dialog(desk).getByLabel('Driver').fill('Nobody')
  await desk.keyboard.press('Escape')
  await expect(dialog(desk).getByLabel('Driver', { exact: true })).toHaveCount(0)
  await expect(dialog(desk).getByText('Valid until')).toBeVisible()
  await expect.poll(() => desk.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
})

test('times are no stops of the tab key', async ({ desk }) => {
  for (const place of ['overview', 'activity', 'webhook', 'access', 'cards?sort=cardNumber']) {
    await goTo(desk, place)
    if (place.startsWith('cards')) {
      await opener(desk, 0).click()
      await dialog(desk).getByRole('tab', { name: 'Timeline' }).click()
      await expect(dialog(desk).locator('time').first()).toBeVisible()
    }
    expect([place, await desk.locator('time[tabindex]').count()]).toEqual([place, 0])
  }
})

test('the palette finds the action that is meant, and asks for its card', async ({ desk }) => {
  const palette = desk.getByRole('dialog', { name: 'Command palette' })
  await goTo(desk, 'cards?status=active&sort=cardNumber')
  const plate = (await rows(desk).first().locator('td').nth(1).textContent()) ?? ''
  const opened = await idOf(desk, 0)
  await desk.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await desk.keyboard.type('activ')
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Activate a card…')
  await palette.getByRole('combobox').fill('lost')
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Disable a card…')
  await desk.keyboard.press('Enter')
  await expect(palette.getByText('Type the last digits of its number, its plate or its driver.')).toBeVisible()
  // Back to everything, and in again.
  await desk.keyboard.press('Escape')
  await expect(palette.getByRole('option').first()).toHaveText('Overview')
  await desk.keyboard.type('block')
  await desk.keyboard.press('Enter')
  await desk.keyboard.type(plate)
  await expect(palette.getByRole('option').filter({ hasText: plate })).not.toHaveCount(0)
  for (const option of await palette.getByRole('option').all()) await expect(option).toContainText('Active')
  await expect(palette.getByRole('option').first()).toContainText(plate)
  const changes = changesOf(desk)
  await desk.keyboard.press('Enter')
  await expect(dialog(desk).getByLabel('Note', { exact: true })).toBeFocused()
  expect(openId(desk)).toBe(opened)
  await strikeEnter(desk)
  expect(changes).toEqual([])
})

for (const environment of ['sandbox', 'production'] as const) {
  test(`no two landmarks of a screen have one name in ${environment}`, async ({ desk }) => {
    const places = [
      'overview',
      'cards',
      'webhook',
      'webhook?tab=code',
      'activity',
      'activity?log=control',
      'activity?log=requests',
      'access',
      'settings',
      ...['appearance', 'service', 'backup', 'data', 'projects'].map((section) => `settings?section=${section}`),
      'sync',
    ]
    const found: unknown[] = []
    for (const place of environment === 'sandbox'
      ? [...places, 'webhook?tab=simulate', 'webhook?tab=inbox', 'settings?section=sandbox']
      : places) {
      await desk.goto(`${desk.url().split('#')[0]}#/${environment}/${place}`)
      await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(desk.locator('[aria-busy="true"]')).toHaveCount(0)
      // The rest of these places in the sandbox is looked at with their screens.
      const part = environment === 'sandbox' && place !== 'sync' ? 'landmarks' : 'everything'
      found.push(...(await seriousViolations(desk, part)).map((violation) => `${place}: ${violation}`))
    }
    expect(found).toEqual([])
  })
}
