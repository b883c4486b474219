import { EventEmitter } from 'node:events'
import type { App, WebContents } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createExternalLinks } from '../../../../src-main/desktop/window/external-links.ts'
import { guardNavigation } from '../../../../src-main/desktop/window/navigation.ts'
import { denyPermissions } from '../../../../src-main/desktop/window/permissions.ts'
import { APP_ORIGIN } from '../../../../src-main/desktop/window/protocol.ts'
import { wordsOf } from '../../../../src-main/desktop/words.ts'
import { answers, seen, standInSession, StandInContents } from '../electron-stand-in.ts'
import { eventually } from '../../../support/eventually.ts'

vi.mock('electron', () => import('../electron-stand-in.ts'))

beforeEach(() => {
  seen.opened.length = 0
  seen.asked.length = 0
  answers.dialog = 0
})

const links = () => createExternalLinks({ words: wordsOf(() => 'en'), baseUrl: () => 'http://127.0.0.1:4010/v1' })

describe('a window', () => {
  const app = new EventEmitter()
  const open: string[] = []
  guardNavigation(app as App, { open: (address) => open.push(address) })
  const contents = new StandInContents()
  app.emit('web-contents-created', {}, contents)

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('prevents %s', (event) => {
    expect(contents.isPrevented(event)).toBe(true)
  })

  it('opens no other window, and hands the address to the one guard of external links', () => {
    const ask = (url: string) =>
      contents.windowOpen?.({ url } as Parameters<NonNullable<typeof contents.windowOpen>>[0])
    expect(ask('https://example.com/help')).toEqual({ action: 'deny' })
    expect(ask(`${APP_ORIGIN}/`)).toEqual({ action: 'deny' })
    expect(open).toEqual(['https://example.com/help', `${APP_ORIGIN}/`])
  })
})

describe('an external link', () => {
  it('opens in the browser once its host is confirmed, and from then on without asking', async () => {
    const { open } = links()
    open('https://example.com/help')
    await eventually(() => expect(seen.opened).toEqual(['https://example.com/help']))
    expect(seen.asked).toMatchObject([{ message: 'Open example.com in the browser?' }])
    open('https://example.com/more')
    expect(seen.opened).toEqual(['https://example.com/help', 'https://example.com/more'])
    open('https://other.example/')
    expect(seen.asked).toHaveLength(2)
  })

  it('does not open when the person says no', async () => {
    answers.dialog = 1
    links().open('https://example.com/help')
    await eventually(() => expect(seen.asked).toHaveLength(1))
    await Promise.resolve()
    expect(seen.opened).toEqual([])
  })

  it("leads to the API's own reference, and to no other page of this machine", () => {
    for (const address of [
      'http://127.0.0.1:4010/v1/docs',
      'http://127.0.0.1:4010/v1/docs?x',
      'http://127.0.0.1:4011/v1/docs',
      'http://127.0.0.1:4010/',
    ])
      links().open(address)
    expect(seen.opened).toEqual(['http://127.0.0.1:4010/v1/docs'])
  })

  it('opens a mail that the person has yet to address', () => {
    const mail = 'mailto:?subject=Card%20lost&body=Why'
    links().open(mail)
    expect(seen.opened).toEqual([mail])
  })

  it.each([
    'mailto:someone@example.com?subject=x',
    'mailto:?attach=/etc/passwd',
    'mailto:?to=someone@example.com',
    'http://example.com',
    'file:///etc/passwd',
    'smb://host/share',
    'javascript:alert(1)',
    'ms-settings:',
    'fuelcard-desk://x',
    'https://user:secret@example.com',
    'https://',
    'not an address',
    '',
  ])('is ignored as "%s"', (address) => {
    links().open(address)
    expect([seen.opened, seen.asked]).toEqual([[], []])
  })
})

describe('permissions', () => {
  const { session, handlers } = standInSession()
  denyPermissions(session)
  const contents = {} as WebContents
  type Permission = Parameters<NonNullable<typeof handlers.request>>[1]
  const requested = (permission: string, url: string, isMainFrame = true): boolean => {
    let granted = true
    handlers.request?.(contents, permission as Permission, (answer) => (granted = answer), {
      requestingUrl: url,
      isMainFrame,
    })
    return granted
  }
  const checked = (permission: string, origin: string, isMainFrame = true) =>
    handlers.check?.(contents, permission as Permission, origin, { isMainFrame })

  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'usb',
    'display-capture',
    'unknown',
    'something new',
  ])('deny %s', (permission) => {
    expect([requested(permission, `${APP_ORIGIN}/`), checked(permission, `${APP_ORIGIN}/`)]).toEqual([false, false])
  })

  it('let only the app itself copy', () => {
    const permission = 'clipboard-sanitized-write'
    expect([requested(permission, `${APP_ORIGIN}/`), checked(permission, `${APP_ORIGIN}/`)]).toEqual([true, true])
    expect([requested(permission, 'https://evil.example/'), checked(permission, 'https://evil.example')]).toEqual([
      false,
      false,
    ])
    expect([requested(permission, `${APP_ORIGIN}/`, false), checked(permission, `${APP_ORIGIN}/`, false)]).toEqual([
      false,
      false,
    ])
  })

  it('grant no device', () => {
    expect(handlers.device?.({} as never)).toBe(false)
  })
})
