import { resolve } from 'node:path'
import type { App } from 'electron'
import { dataFolder } from '../bridge/locations.ts'
import type { SettingsChange } from '../domain/desk/settings.ts'
import { HIDDEN_SWITCH } from './shell/start-with-system.ts'

/** What the app was told when it was started; `serve` has the same options. */
export interface StartWords {
  dataDir: string
  /** Null without `--key-file`. */
  keyFile: string | null
  /** Waits in the tray. */
  hidden: boolean
  /** What holds for this run, whatever is stored. */
  fixed: SettingsChange
}

export function readStartWords({ commandLine }: Pick<App, 'commandLine'>): StartWords {
  const value = (name: string) => commandLine.getSwitchValue(name) || null
  const [dataDir, keyFile, port] = [value('data-dir'), value('key-file'), value('port')]
  return {
    dataDir: dataDir === null ? dataFolder() : resolve(dataDir),
    keyFile: keyFile === null ? null : resolve(keyFile),
    hidden: commandLine.hasSwitch(HIDDEN_SWITCH),
    fixed: port !== null && /^\d{1,5}$/.test(port) && Number(port) < 65_536 ? { api: { port: Number(port) } } : {},
  }
}
