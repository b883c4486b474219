import { Notification } from 'electron'
import type { DesktopShell } from '../../bridge/bridge-host.ts'
import type { DesktopState } from '../../domain/desk/desktop.ts'
import type { DesktopSettings } from '../settings.ts'

export interface ShellStateOptions {
  settings: DesktopSettings
  hasTray: () => boolean
  setStartWithSystem: ((wanted: boolean) => void) | null
  updates: () => Pick<DesktopState, 'updates' | 'update'>
  keyProtection: DesktopState['keyProtection']
}

/** The shell's part of the Settings screen. */
export function createShellState({
  settings,
  hasTray,
  setStartWithSystem,
  updates,
  keyProtection,
}: ShellStateOptions): DesktopShell {
  const state = (): DesktopState => {
    const choices = settings.choices()
    return {
      startWithSystem: setStartWithSystem === null ? null : choices.startWithSystem,
      closeToTray: hasTray() ? choices.closeToTray : null,
      notifications: Notification.isSupported() ? choices.notifications : null,
      ...updates(),
      keyProtection,
    }
  }
  return {
    state,
    update: (change) => {
      // First, so that a refusal by the system is not stored as done.
      if (change.startWithSystem !== undefined) setStartWithSystem?.(change.startWithSystem)
      settings.choose(change)
      return state()
    },
  }
}
