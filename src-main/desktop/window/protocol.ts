import { protocol } from 'electron'
import { readRendererFile } from '../../bridge/renderer-files.ts'

/** The page's scheme; `fuelcard-desk:` without the suffix is for links from outside, which only navigate. */
export const APP_SCHEME = 'fuelcard-desk-app'
const APP_HOST = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/** Gives the scheme its own origin, like https. Electron accepts this once, before it is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built renderer under the app's scheme, with the same headers as over HTTP. */
export function serveRenderer(rendererDir: string): void {
  protocol.handle(APP_SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host !== APP_HOST || request.method !== 'GET') return new Response(null, { status: 404 })
    const file = await readRendererFile(rendererDir, url.pathname)
    return file === null ? new Response(null, { status: 404 }) : new Response(file.body, { headers: file.headers })
  })
}

/** Whether an address is the app's own. `URL.origin` is "null" for custom schemes, so the parts are compared. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
}
