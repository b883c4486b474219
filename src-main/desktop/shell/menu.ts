import type { MenuItemConstructorOptions } from 'electron'
import type { Words } from '../words.ts'

export interface MenuOptions {
  words: Words
  platform: NodeJS.Platform
  /** Run from source: the menu has the developer tools. */
  developing: boolean
  goTo: (place: string) => void
  openReference: () => void
  openDataFolder: () => void
}

/** In the order of the page's rail. */
const SCREENS = ['overview', 'cards', 'webhook', 'sync', 'activity', 'access'] as const

/** The application menu, in each platform's order. */
export function menuTemplate({
  words,
  platform,
  developing,
  goTo,
  openReference,
  openDataFolder,
}: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin'
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: words('menu.settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => goTo('/settings'),
  }
  const about: MenuItemConstructorOptions = { role: 'about', label: words('menu.about') }
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words('menu.quit'), accelerator: 'CmdOrCtrl+Q' }
  const close: MenuItemConstructorOptions = { role: 'close', label: words('menu.close'), accelerator: 'CmdOrCtrl+W' }
  return [
    ...(mac
      ? [
          {
            label: 'Fuelcard Desk',
            submenu: [
              about,
              line,
              settings,
              line,
              { role: 'hide' as const, label: words('menu.hide') },
              { role: 'hideOthers' as const, label: words('menu.hideOthers') },
              { role: 'unhide' as const, label: words('menu.showAll') },
              line,
              quit,
            ],
          },
        ]
      : []),
    { id: 'file', label: words('menu.file'), submenu: mac ? [close] : [settings, line, close, quit] },
    {
      label: words('menu.edit'),
      submenu: [
        { role: 'undo', label: words('menu.undo') },
        { role: 'redo', label: words('menu.redo') },
        line,
        { role: 'cut', label: words('menu.cut') },
        { role: 'copy', label: words('menu.copy') },
        { role: 'paste', label: words('menu.paste') },
        { role: 'selectAll', label: words('menu.selectAll') },
      ],
    },
    {
      id: 'go',
      label: words('menu.go'),
      submenu: SCREENS.map((screen, index) => ({
        id: `go-${screen}`,
        label: words(`menu.${screen}`),
        accelerator: `CmdOrCtrl+${index + 1}`,
        click: () => goTo(`/${screen}`),
      })),
    },
    {
      label: words('menu.view'),
      submenu: [
        { role: 'resetZoom', label: words('menu.actualSize') },
        { role: 'zoomIn', label: words('menu.zoomIn') },
        { role: 'zoomOut', label: words('menu.zoomOut') },
        line,
        { role: 'togglefullscreen', label: words('menu.fullScreen') },
        ...(developing ? [line, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    ...(mac ? [{ role: 'windowMenu' as const, label: words('menu.window') }] : []),
    {
      role: 'help',
      label: words('menu.help'),
      submenu: [
        { id: 'reference', label: words('menu.reference'), accelerator: 'F1', click: openReference },
        { id: 'data-folder', label: words('menu.dataFolder'), click: openDataFolder },
        ...(mac ? [] : [line, about]),
      ],
    },
  ]
}
