import type { BuiltService } from '../../../browser/support/built-service.ts'
import { signInPage, type SignedInPage } from '../../../support/team/page-session.ts'
import { expect, type Desk, type Page } from './test.ts'

type Service = Pick<BuiltService, 'origin' | 'link'>

export const switcher = (page: Page) => page.getByRole('button', { name: /^Project:/ })

/**
 * Answers in the browser, as a person does in the page of the service.
 *
 * @param by whose page it is; by default the person's at the service's machine
 */
export async function consent(
  desk: Desk,
  service: Pick<Service, 'link'>,
  approved = true,
  by?: SignedInPage,
): Promise<URL> {
  const opened = await openedInBrowser(desk)
  const lead = await fetch(opened, { redirect: 'manual' })
  const asked = (lead.headers.get('location') ?? '').replace('/#authorize=', '')
  const person = by ?? (await signInPage(await service.link()))
  const { redirectTo } = await person.call('apps.decide', {
    request: JSON.parse(decodeURIComponent(asked)) as never,
    approved,
  })
  return new URL(redirectTo)
}

/** The address that the app has opened in the system's browser. */
export async function openedInBrowser(desk: Desk): Promise<URL> {
  await expect.poll(() => desk.evaluate(({ seen }) => seen.opened.length)).toBeGreaterThan(0)
  return new URL(await desk.evaluate(({ seen }) => seen.opened.splice(0).at(-1) ?? ''))
}

export async function connect(desk: Desk, page: Page, service: Service, by?: SignedInPage): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'Connect to a team’s service…' }).click()
  await page.getByLabel('Address').fill(service.origin)
  await page.getByRole('button', { name: 'Sign in in the browser' }).click()
  const back = await consent(desk, service, true, by)
  // Other programs of this machine reach the port as well.
  expect((await fetch(`${back.origin}/signed-in?code=stolen&state=guessed`)).status).toBe(404)
  expect(await (await fetch(back)).text()).toContain('Go back to Fuelcard Desk')
  await expect(page.getByText(new URL(service.origin).host, { exact: true })).toBeVisible()
}
