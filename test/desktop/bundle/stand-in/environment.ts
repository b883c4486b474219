import { readFileSync } from 'node:fs'

/** The test's description of the machine that the app's process should find. */
export interface Machine {
  /** Holds everything of the person: settings, logs, downloads. */
  home: string
  languages: string[]
  /** Another instance runs already. */
  isSecond: boolean
  isPackaged: boolean
  /** Another version of the app than the one that was built. */
  version?: string
  /** Where an installed app has what is not in its archive. */
  resources?: string
  hasTray: boolean
  hasKeyring: boolean
  displays: { x: number; y: number; width: number; height: number }[]
}

export const MACHINE = JSON.parse(process.env['STAND_IN_MACHINE'] ?? '{}') as Machine

export const VERSION = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
