import { resolve } from 'node:path'
import type { App } from 'electron'
import { dataFolder } from '../bridge/locations.ts'
import type { SettingsChange } from '../domain/desk/settings.ts'
import { HIDDEN_SWITCH } from './shell/start-with-system.ts'

/** The app's command-line options; `serve` has the same. */
export interface StartOptions {
  dataDir: string
  /** Null without `--key-file`. */
  keyFile: string | null
  /** Starts in the tray. */
  hidden: boolean
  /** Overrides the stored settings in this run. */
  fixed: SettingsChange
}

export function readStartOptions({ commandLine }: Pick<App, 'commandLine'>): StartOptions {
  const value = (name: string) => commandLine.getSwitchValue(name) || null
  const [dataDir, keyFile, port] = [value('data-dir'), value('key-file'), value('port')]
  return {
    dataDir: dataDir === null ? dataFolder() : resolve(dataDir),
    keyFile: keyFile === null ? null : resolve(keyFile),
    hidden: commandLine.hasSwitch(HIDDEN_SWITCH),
    fixed: port !== null && /^\d{1,5}$/.test(port) && Number(port) < 65_536 ? { api: { port: Number(port) } } : {},
  }
}
