import { EventEmitter } from 'node:events'
import type { App, WebContents } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guardNavigation, openExternal } from '../../src-main/desktop/navigation.ts'
import { denyPermissions } from '../../src-main/desktop/permissions.ts'
import { APP_ORIGIN } from '../../src-main/desktop/protocol.ts'
import { seen, standInSession, StandInContents } from './support/electron-stand-in.ts'

vi.mock('electron', () => import('./support/electron-stand-in.ts'))

beforeEach(() => {
  seen.opened.length = 0
})

describe('a window', () => {
  const app = new EventEmitter()
  guardNavigation(app as App)
  const contents = new StandInContents()
  app.emit('web-contents-created', {}, contents)

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('prevents %s', (event) => {
    expect(contents.isPrevented(event)).toBe(true)
  })

  it('opens no other window, and sends https to the browser', () => {
    const open = (url: string) => contents.windowOpen?.({ url } as Parameters<NonNullable<typeof contents.windowOpen>>[0])
    expect(open('https://example.com/help')).toEqual({ action: 'deny' })
    expect(open(`${APP_ORIGIN}/`)).toEqual({ action: 'deny' })
    expect(seen.opened).toEqual(['https://example.com/help'])
  })
})

it.each(['http://example.com', 'file:///etc/passwd', 'smb://host/share', 'javascript:alert(1)', 'ms-settings:', 'fuelcard-desk://x', 'https://user:secret@example.com', 'https://', 'not an address', ''])(
  'opens nothing outside for "%s"',
  (address) => {
    openExternal(address)
    expect(seen.opened).toEqual([])
  },
)

describe('permissions', () => {
  const { session, handlers } = standInSession()
  denyPermissions(session)
  const contents = {} as WebContents
  type Permission = Parameters<NonNullable<typeof handlers.request>>[1]
  const requested = (permission: string, url: string, isMainFrame = true): boolean => {
    let granted = true
    handlers.request?.(contents, permission as Permission, (answer) => (granted = answer), { requestingUrl: url, isMainFrame })
    return granted
  }
  const checked = (permission: string, origin: string, isMainFrame = true) => handlers.check?.(contents, permission as Permission, origin, { isMainFrame })

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem', 'usb', 'display-capture', 'unknown', 'something new'])('deny %s', (permission) => {
    expect([requested(permission, `${APP_ORIGIN}/`), checked(permission, `${APP_ORIGIN}/`)]).toEqual([false, false])
  })

  it('let the app itself copy, and nobody else', () => {
    const permission = 'clipboard-sanitized-write'
    expect([requested(permission, `${APP_ORIGIN}/`), checked(permission, `${APP_ORIGIN}/`)]).toEqual([true, true])
    expect([requested(permission, 'https://evil.example/'), checked(permission, 'https://evil.example')]).toEqual([false, false])
    expect([requested(permission, `${APP_ORIGIN}/`, false), checked(permission, `${APP_ORIGIN}/`, false)]).toEqual([false, false])
  })

  it('give no device', () => {
    expect(handlers.device?.({} as never)).toBe(false)
  })
})
