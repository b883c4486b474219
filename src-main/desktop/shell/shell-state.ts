import { Notification } from 'electron'
import type { DesktopShell } from '../../bridge/bridge.ts'
import type { DesktopState } from '../../domain/desk/desktop.ts'
import type { DesktopSettings } from '../settings.ts'

export interface ShellStateOptions {
  settings: DesktopSettings
  hasTray: () => boolean
  setStartWithSystem: ((wanted: boolean) => void) | null
  isPackaged: boolean
  keyProtection: DesktopState['keyProtection']
}

/** What the Settings screen sees of the shell and may change. */
export function createShellState({
  settings,
  hasTray,
  setStartWithSystem,
  isPackaged,
  keyProtection,
}: ShellStateOptions): DesktopShell {
  const state = (): DesktopState => {
    const choices = settings.choices()
    return {
      startWithSystem: setStartWithSystem === null ? null : choices.startWithSystem,
      closeToTray: hasTray() ? choices.closeToTray : null,
      notifications: Notification.isSupported() ? choices.notifications : null,
      updates: isPackaged ? 'package' : 'source',
      keyProtection,
    }
  }
  return {
    state,
    update: (change) => {
      // Done first: what the system refuses is not kept as done.
      if (change.startWithSystem !== undefined) setStartWithSystem?.(change.startWithSystem)
      settings.choose(change)
      return state()
    },
  }
}
