import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from 'electron'

/** Passed when the system starts the app: the window waits in the tray. */
export const HIDDEN_SWITCH = 'hidden'

export interface StartWithSystemOptions {
  app: Pick<App, 'isPackaged' | 'setLoginItemSettings'>
  platform: NodeJS.Platform
  environment: Readonly<Record<string, string | undefined>>
  home: string
  /** The program to start. */
  program: string
}

/** Turns the start with the system on or off; null for an app that is not installed. */
export function startWithSystem({
  app,
  platform,
  environment,
  home,
  program,
}: StartWithSystemOptions): ((wanted: boolean) => void) | null {
  if (!app.isPackaged) return null
  if (platform !== 'linux')
    return (wanted) => app.setLoginItemSettings({ openAtLogin: wanted, args: [`--${HIDDEN_SWITCH}`] })
  // XDG Autostart: one file per application in the config folder.
  const config = environment['XDG_CONFIG_HOME'] ?? ''
  const file = join(config.startsWith('/') ? config : join(home, '.config'), 'autostart', 'fuelcard-desk.desktop')
  return (wanted) => {
    if (!wanted) return rmSync(file, { force: true })
    mkdirSync(dirname(file), { recursive: true })
    // An AppImage is mounted elsewhere at each start; the variable names the file itself.
    writeFileSync(file, autostartEntry(environment['APPIMAGE'] ?? program))
  }
}

function autostartEntry(program: string): string {
  // Desktop Entry Specification, "The Exec key": quoted, with these four escaped, and a percent sign doubled.
  const quoted = `"${program
    .replaceAll(/(["`$\\])/g, '\\$1')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Fuelcard Desk',
    `Exec=${quoted} --${HIDDEN_SWITCH}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}
