import { describe, expect, test } from 'vitest'
import { findBrowsers } from '../../../src-main/headless/browser/find-browser.ts'

describe('a browser that can show a window of its own is found', () => {
  test('on Windows in the three places where installers put it, Chrome before Edge', () => {
    const environment = {
      ProgramFiles: 'C:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LocalAppData: 'C:\\Users\\Ann\\AppData\\Local',
    }
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
    const chrome = 'C:\\Users\\Ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'
    const exists = (path: string) => path === edge || path === chrome
    expect(findBrowsers({ platform: 'win32', environment, exists })).toEqual([chrome, edge])
  })

  test('on macOS among the applications of the computer and of the person', () => {
    const own = '/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium'
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
    const exists = (path: string) => path === own || path === edge
    expect(findBrowsers({ platform: 'darwin', environment: { HOME: '/Users/ann' }, exists })).toEqual([own, edge])
  })

  test('on Linux on the PATH, but not in the folder one happens to be in, nor from Snap', () => {
    const environment = { PATH: './bin::/snap/bin:/opt/nowhere/bin' }
    const found = findBrowsers({ platform: 'linux', environment, exists: () => true })
    expect(found).toEqual([
      '/opt/nowhere/bin/google-chrome-stable',
      '/opt/nowhere/bin/google-chrome',
      '/opt/nowhere/bin/chromium',
      '/opt/nowhere/bin/chromium-browser',
      '/opt/nowhere/bin/microsoft-edge-stable',
      '/opt/nowhere/bin/microsoft-edge',
    ])
  })

  test('or there is none', () => {
    expect(findBrowsers({ platform: 'linux', environment: {}, exists: () => true })).toEqual([])
  })
})
