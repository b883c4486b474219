import { BrowserWindow, nativeTheme, screen, type NativeImage } from 'electron'
import type { LiveEvent } from '../../domain/desk/live-event.ts'
import { EVENT_CHANNEL } from '../../../src-preload/contract.ts'
import { APP_ORIGIN, isAppUrl } from './protocol.ts'
import type { DesktopSettings, WindowState } from '../settings.ts'

export interface WindowOptions {
  settings: DesktopSettings
  /** The built preload, one CommonJS file. */
  preload: string
  /** Where the page starts, such as `/sandbox/cards`; null for where it was left. */
  place: string | null
  /** Started with the system: stays hidden until the person asks for it. */
  hidden: boolean
  icon: NativeImage
}

/** The app's one window. */
export interface AppWindow {
  readonly browser: BrowserWindow
  /** Brings it to the front. */
  show(): void
  /** Navigates the page, once it has loaded. */
  goTo(place: string): void
  /** Sends an event, but never to a document other than the app. */
  send(event: LiveEvent): void
}

/** Opens the window at its last position. */
export async function openWindow({ settings, preload, place, hidden, icon }: WindowOptions): Promise<AppWindow> {
  const last = settings.readWindow()
  const window = new BrowserWindow({
    ...(last !== null && isOnScreen(last)
      ? { x: last.x, y: last.y, width: last.width, height: last.height }
      : DEFAULT_SIZE),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Fuelcard Desk',
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? DARK_PAGE : LIGHT_PAGE,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (last?.maximized === true && !hidden) window.maximize()
  if (!hidden) window.once('ready-to-show', () => window.show())
  window.on('close', () => settings.writeWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() }))

  let listens = false
  let asked: string | null = null
  const send = (event: LiveEvent) => {
    if (!window.isDestroyed() && isAppUrl(window.webContents.getURL())) window.webContents.send(EVENT_CHANNEL, event)
  }
  window.webContents.on('did-start-loading', () => (listens = false))
  window.webContents.on('did-finish-load', () => {
    listens = true
    if (asked !== null) send({ name: 'place.asked', data: { place: asked } })
    asked = null
  })
  await window.loadURL(`${APP_ORIGIN}/${place === null ? '' : `#${place}`}`)
  return {
    browser: window,
    send,
    goTo: (to) => {
      if (listens) send({ name: 'place.asked', data: { place: to } })
      else asked = to
    },
    show: () => {
      if (window.isDestroyed()) return
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
  }
}

const DEFAULT_SIZE = { width: 1280, height: 800 }
/** The page's background (theme/tokens.css), so that nothing flashes before it is painted. */
const LIGHT_PAGE = '#f7f7f5'
const DARK_PAGE = '#131416'

/** A screen may be gone since last time: enough of the title bar must be within reach. */
function isOnScreen(state: WindowState): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const width = Math.min(state.x + state.width, workArea.x + workArea.width) - Math.max(state.x, workArea.x)
    return width >= 120 && state.y >= workArea.y && state.y < workArea.y + workArea.height - 40
  })
}
