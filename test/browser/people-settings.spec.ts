import { seriousViolations } from './support/axe.ts'
import { fits } from './support/look.ts'
import { callService, expect, goTo, screenshot, speak, test, type Page } from './support/test.ts'

const group = (desk: Page, name: string) => desk.getByRole('region', { name, exact: true })

test('a person gives their name, invites another, and says what they may do', async ({ desk }) => {
  await goTo(desk, 'settings?section=people')
  const own = group(desk, 'You')
  await own.getByLabel('Name').fill('Ada Lovelace')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Name saved')).toBeVisible()
  await expect(group(desk, 'People').getByRole('rowheader', { name: 'Ada Lovelace' })).toBeVisible()

  await desk.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Grace Hopper')
  await dialog.getByLabel('E-mail address').fill('grace@fleet.example')
  await screenshot(desk, 'people-invite-en-light-1280x800')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog.getByLabel('Invitation')).toHaveValue(/#invitation=[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'I have handed it over' }).click()
  const grace = desk.getByRole('row', { name: /Grace Hopper/ })
  await expect(grace).toContainText('Clerk')
  await expect(grace).toContainText('Invited')

  await grace.getByRole('button', { name: 'Roles and devices of Grace Hopper' }).click()
  await dialog.getByRole('combobox', { name: /^Role in/ }).selectOption('manager')
  await expect(grace).toContainText('Manager')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await grace.getByRole('button', { name: 'Suspend Grace Hopper' }).click()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(grace).toContainText('Suspended')
  await screenshot(desk, 'people-en-light-1280x800')
  expect(await seriousViolations(desk)).toEqual([])

  await goTo(desk, 'activity?log=control')
  await expect(desk.getByRole('row', { name: /Suspended/ }).first()).toContainText('Ada Lovelace')

  await callService(desk, 'settings.update', { theme: 'dark' })
  await goTo(desk, 'settings?section=people')
  for (const [language, words] of [
    ['de', 'Jemanden einladen'],
    ['fr', 'Inviter quelqu’un'],
    ['nl', 'Iemand uitnodigen'],
  ] as const) {
    await speak(desk, language)
    await expect(desk.getByRole('button', { name: words })).toBeVisible()
    await fits(desk, language)
  }
  await screenshot(desk, 'people-nl-dark-1280x800')
  expect(await seriousViolations(desk)).toEqual([])
})
