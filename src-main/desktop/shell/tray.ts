import { join } from 'node:path'
import { Menu, nativeImage, Tray } from 'electron'
import type { ApiState } from '../../domain/desk/settings.ts'
import type { Logger } from '../../engine/kernel/ports.ts'
import type { Words } from '../words.ts'

/** What the icon shows at a glance. */
export interface TrayState {
  sync: { state: 'idle' | 'syncing' | 'failed' | 'webhook' } | { state: 'synced'; at: Date }
  api: ApiState
}

export interface AppTray {
  show(state: TrayState): void
}

export interface TrayOptions {
  iconFolder: string
  platform: NodeJS.Platform
  words: Words
  /** Formats the time of the last synchronisation. */
  locale: () => string
  logger: Logger
  open: () => void
  quit: () => void
}

/** Puts the icon into the tray; null on a system without one. */
export function openTray(options: TrayOptions): AppTray | null {
  const { iconFolder, platform, words, open } = options
  // A template image follows the macOS menu bar; elsewhere trouble has its own icon.
  const icon = (trouble: boolean) =>
    nativeImage.createFromPath(
      join(iconFolder, platform === 'darwin' ? 'trayTemplate.png' : trouble ? 'tray-trouble.png' : 'tray.png'),
    )
  let tray: Tray
  try {
    tray = new Tray(icon(false))
  } catch (error) {
    options.logger.log('warn', 'there is no tray', { error: String(error) })
    return null
  }
  tray.on('click', open)
  tray.on('double-click', open)
  return {
    show: (state) => {
      const lines = [syncLine(state, options), apiLine(state.api, words)]
      tray.setImage(icon(state.sync.state === 'failed' || state.sync.state === 'webhook'))
      tray.setToolTip(['Fuelcard Desk', ...lines].join('\n'))
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { id: 'open', label: words('tray.open'), click: open },
          { type: 'separator' },
          ...lines.map((label) => ({ label, enabled: false })),
          { type: 'separator' },
          { id: 'quit', label: words('menu.quit'), click: options.quit },
        ]),
      )
    },
  }
}

function syncLine({ sync }: TrayState, { words, locale }: TrayOptions): string {
  if (sync.state === 'synced')
    return words('tray.synced', { time: sync.at.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' }) })
  return words(`tray.${sync.state}`)
}

function apiLine({ state, port }: ApiState, words: Words): string {
  return words(state === 'on' ? 'tray.apiOn' : state === 'off' ? 'tray.apiOff' : 'tray.apiTaken', { port: port ?? '' })
}
