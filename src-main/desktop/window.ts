import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from './protocol.ts'
import type { DesktopSettings, WindowState } from './settings.ts'

export interface WindowOptions {
  settings: DesktopSettings
  /** The built preload, one CommonJS file. */
  preload: string
}

/** Opens the app's window where it stood last. */
export async function openWindow({ settings, preload }: WindowOptions): Promise<BrowserWindow> {
  const last = settings.readWindow()
  const window = new BrowserWindow({
    ...(last !== null && isOnScreen(last) ? { x: last.x, y: last.y, width: last.width, height: last.height } : DEFAULT_SIZE),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Fuelcard Desk',
    backgroundColor: nativeTheme.shouldUseDarkColors ? DARK_PAGE : LIGHT_PAGE,
    autoHideMenuBar: true,
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false },
  })
  if (last?.maximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => settings.writeWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() }))
  await window.loadURL(`${APP_ORIGIN}/`)
  return window
}

/** Brings the one window to the front. */
export function focusWindow(window: BrowserWindow | null): void {
  if (window === null || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

const DEFAULT_SIZE = { width: 1280, height: 800 }
/** The page's own surfaces (theme/tokens.css), so that nothing flashes before it is painted. */
const LIGHT_PAGE = '#f7f7f5'
const DARK_PAGE = '#131416'

/** A screen that was there last time may be gone: enough of the title bar must be within reach. */
function isOnScreen(state: WindowState): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const width = Math.min(state.x + state.width, workArea.x + workArea.width) - Math.max(state.x, workArea.x)
    return width >= 120 && state.y >= workArea.y && state.y < workArea.y + workArea.height - 40
  })
}
