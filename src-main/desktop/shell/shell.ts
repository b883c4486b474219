import { dialog, Menu, nativeImage, shell as system, type App } from 'electron'
import type { LiveEvent } from '../../domain/desk/live-event.ts'
import type { ApiState } from '../../domain/desk/settings.ts'
import type { Logger } from '../../engine/kernel/ports.ts'
import { decideClosing } from '../window/closing.ts'
import { offerReload } from '../window/crash.ts'
import { placeOfLink } from '../window/deep-link.ts'
import type { ExternalLinks } from '../window/external-links.ts'
import { menuTemplate } from './menu.ts'
import { createNotices } from './notices.ts'
import type { DesktopSettings } from '../settings.ts'
import type { Shutdown } from '../shutdown.ts'
import { openTray, type AppTray, type TrayState } from './tray.ts'
import { openWindow, type AppWindow } from '../window/window.ts'
import type { Words } from '../words.ts'

export interface ShellOptions {
  app: App
  settings: DesktopSettings
  words: Words
  locale: () => string
  shutdown: Shutdown
  links: ExternalLinks
  logger: Logger
  api: { state(): ApiState; baseUrl(): string | null }
  dataDir: string
  preload: string
  iconFolder: string
}

/** The app around the page: window, menu, tray and notifications. */
export interface Shell {
  hasTray(): boolean
  /** @param hidden starts in the tray, if there is one */
  open(place: string | null, hidden: boolean): Promise<void>
  show(): void
  /** Shows the window, at the link's route if the link is valid. */
  follow(link: string | null): void
  /** @param toWindow whether the window shows what it is about */
  onLive(event: LiveEvent, toWindow: boolean): void
  /** For the window alone. */
  sendToWindow(event: LiveEvent): void
  /** Loads the page anew. */
  reload(): void
  /** Call after the API starts or stops listening, or the language changes. */
  refresh(): void
  /** Announces a newer version that is installed once the app quits. */
  showUpdate(version: string): void
  /** Shows a warning dialog, over the window if there is one. */
  warn(message: string, detail: string): void
}

export function createShell(options: ShellOptions): Shell {
  const { app, settings, words, shutdown, links, logger, api } = options
  const platform = process.platform
  let window: AppWindow | null = null
  let sync: TrayState['sync'] = { state: 'idle' }
  const show = () => window?.show()
  const goTo = (place: string) => {
    window?.goTo(place)
    show()
  }
  const tray: AppTray | null = openTray({
    iconFolder: options.iconFolder,
    platform,
    words,
    locale: options.locale,
    logger,
    open: show,
    quit: () => app.quit(),
  })
  const notices = createNotices({ words, isWanted: () => settings.choices().notifications, goTo })
  const openReference = () => {
    const base = api.baseUrl()
    if (base !== null) links.open(`${base}/docs`)
  }
  const refresh = () => {
    const template = menuTemplate({
      words,
      platform,
      developing: !app.isPackaged,
      goTo,
      openReference,
      openDataFolder: () => void system.openPath(options.dataDir),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    tray?.show({ sync, api: api.state() })
  }
  const setSync = (next: TrayState['sync']) => {
    sync = next
    tray?.show({ sync, api: api.state() })
  }
  const onEvent = (event: LiveEvent) => {
    if (event.name === 'sync.progressed') setSync(stateOf(event.data.run))
    else if (event.name === 'notice.raised') {
      setSync({ state: event.data.kind === 'sync_failed' ? 'failed' : 'webhook' })
      notices.show(event.data)
    }
  }
  refresh()
  return {
    hasTray: () => tray !== null,
    show,
    refresh,
    follow: (link) => {
      const place = link === null ? null : placeOfLink(link)
      if (place !== null) window?.goTo(place)
      show()
    },
    open: async (place, hidden) => {
      window = await openWindow({
        settings,
        preload: options.preload,
        place,
        hidden: hidden && tray !== null,
        icon: nativeImage.createFromPath(`${options.iconFolder}/icon.png`),
      })
      decideClosing(window.browser, { app, settings, words, shutdown, hasTray: () => tray !== null })
      offerReload(window.browser, { app, words, logger })
    },
    sendToWindow: (event) => window?.send(event),
    reload: () => window?.browser.webContents.reload(),
    onLive: (event, toWindow) => {
      if (toWindow) window?.send(event)
      onEvent(event)
    },
    showUpdate: notices.showUpdate,
    warn: (message, detail) => {
      const text = { type: 'warning' as const, message, detail }
      void (window === null ? dialog.showMessageBox(text) : dialog.showMessageBox(window.browser, text))
    },
  }
}

type Run = Extract<LiveEvent, { name: 'sync.progressed' }>['data']['run']

function stateOf({ state, finishedAt }: Run): TrayState['sync'] {
  if (state === 'running') return { state: 'syncing' }
  if (state === 'failed') return { state: 'failed' }
  return finishedAt === null ? { state: 'idle' } : { state: 'synced', at: new Date(finishedAt) }
}
