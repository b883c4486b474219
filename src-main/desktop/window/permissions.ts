import type { Session } from 'electron'
import { isAppUrl } from './protocol.ts'

/** Electron grants by default. Here nothing is granted but what the table names, and that to our own top frame only. */
const GRANTED: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write', // copying a card number or an API key
])

/** Sets both permission handlers (requests and checks) and the one for devices. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(GRANTED.has(permission) && details.isMainFrame && isAppUrl(details.requestingUrl))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, details) =>
      GRANTED.has(permission) && details.isMainFrame && isAppUrl(requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
}
