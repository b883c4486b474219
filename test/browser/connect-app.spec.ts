import { createHash } from 'node:crypto'
import { seriousViolations } from './support/axe.ts'
import { expect, screenshot, test } from './support/test.ts'

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const post = async (origin: string, path: string, fields: Record<string, string>) => {
  const response = await fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return (await response.json()) as Record<string, string>
}

test('a person enters the code of a program elsewhere, sees who asks, and connects it', async ({ desk, service }) => {
  const client_id = 'fuelcard-desk-cli'
  const asked = await post(service.origin, '/oauth/device', { client_id, device: 'server-3 (Linux)' })
  const poll = () =>
    post(service.origin, '/oauth/token', {
      client_id,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: asked['device_code'] ?? '',
    })
  await desk.goto(asked['verification_uri'] ?? '')
  await expect(desk.getByRole('heading', { name: 'Connect a program' })).toBeVisible()
  // The address keeps nothing.
  expect(desk.url()).toBe(`${service.origin}/`)
  await desk.getByLabel('Code').fill('BBBB-BBBB')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('No device shows this code')).toBeVisible()
  await desk.getByLabel('Code').fill((asked['user_code'] ?? '').toLowerCase())
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'Connect the command line?' })).toBeVisible()
  await expect(desk.getByText('server-3 (Linux)')).toBeVisible()
  await expect(desk.getByText('127.0.0.1')).toBeVisible()
  await expect(desk.getByText(asked['user_code'] ?? '')).toBeVisible()
  // A further Enter consents to nothing.
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('button', { name: 'Connect' })).toBeVisible()
  await screenshot(desk, 'connect-app')
  expect(await seriousViolations(desk)).toEqual([])
  expect(await poll()).toEqual({ error: 'authorization_pending' })
  await desk.getByRole('button', { name: 'Connect' }).click()
  await expect(desk.getByRole('heading', { name: 'Connected' })).toBeVisible()
  expect(await poll()).toMatchObject({ token_type: 'Bearer' })
  await desk.getByRole('button', { name: 'Open Fuelcard Desk' }).click()
  await expect(desk.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('a desktop app gets a code through the browser, even across the sign-in', async ({ page, service }) => {
  const client_id = 'fuelcard-desk-app'
  const redirect_uri = 'http://127.0.0.1:49152/signed-in'
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'xyz',
    device: 'laptop-14 (Windows)',
  })
  await page.route(`${redirect_uri}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Back' }))
  await page.goto(`${service.origin}/oauth/authorize?${query.toString()}`)
  await expect(page.getByRole('heading', { name: 'Sign in from the terminal' })).toBeVisible()
  await page.goto(await service.link())
  await expect(page.getByRole('heading', { name: 'Connect the desktop app?' })).toBeVisible()
  await expect(page.getByText('laptop-14 (Windows)')).toBeVisible()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL(`${redirect_uri}**`)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('state')).toBe('xyz')
  const redeemed = await post(service.origin, '/oauth/token', {
    client_id,
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri,
    code_verifier: VERIFIER,
  })
  expect(redeemed).toMatchObject({ token_type: 'Bearer', expires_in: 30 * 24 * 60 * 60 })
})
