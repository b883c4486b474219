import type { Session } from 'electron'
import { isAppUrl } from './protocol.ts'

/** Electron grants by default; we grant only these, and only to our own top frame. */
const GRANTED: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write', // copying a card number or an API key
])

/** Sets the handlers for permission requests, permission checks and devices. */
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
