import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import {
  APP_ORIGIN,
  APP_SCHEME,
  registerAppScheme,
  serveRenderer,
} from '../../../../src-main/desktop/window/protocol.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { seen } from '../electron-stand-in.ts'

vi.mock('electron', () => import('../electron-stand-in.ts'))

async function serve(): Promise<(address: string, method?: string) => Promise<Response>> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html><title>Page</title>')
  writeFileSync(join(folder, 'outside.js'), 'outside')
  serveRenderer(join(folder, 'page'))
  const handler = seen.protocols.get(APP_SCHEME)
  return async (address, method = 'GET') => {
    if (handler === undefined) throw new Error('Nothing serves the scheme')
    return handler({ url: address, method } as Request)
  }
}

it('is one scheme, privileged like https and no further', () => {
  registerAppScheme()
  expect(seen.schemes).toEqual([
    {
      scheme: 'fuelcard-desk-app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
})

it('serves the page with its policy', async () => {
  const get = await serve()
  const page = await get(`${APP_ORIGIN}/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
})

it.each([
  `${APP_ORIGIN}/../outside.js`,
  `${APP_ORIGIN}/%2e%2e/outside.js`,
  `${APP_ORIGIN}/..%2foutside.js`,
  `${APP_SCHEME}://other/index.html`,
  `${APP_ORIGIN}/nothing.js`,
])('has nothing at %s', async (address) => {
  const get = await serve()
  expect((await get(address)).status).toBe(404)
})

it('is read-only', async () => {
  const get = await serve()
  expect((await get(`${APP_ORIGIN}/`, 'POST')).status).toBe(404)
})
