import type { Clock } from '../../domain/clock.ts'

/** What a host must provide: the engine knows neither Electron nor a terminal. */

/** Where the data key comes from. */
export interface DataKeySource {
  /** Names the source to a person, for example `the key file /etc/fuelcard/key`. */
  readonly name: string
  /** The 32 bytes stored for this data folder, or null if there are none. */
  load(folderId: string): Promise<Uint8Array | null>
  /** Creates and stores a new key; null if this source only holds keys that a person put there. */
  create(folderId: string): Promise<Uint8Array | null>
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Structured log lines. Fields never contain a secret, a key, a driver or a plate. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: Record<string, unknown>): void
}

export const silentLogger: Logger = { log: () => {} }

/** Wall time, never advanced. */
export const systemClock: Clock = { now: () => new Date() }
