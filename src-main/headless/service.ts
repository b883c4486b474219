import type { Bridge } from '../bridge/bridge.ts'
import type { HostKeySource } from '../bridge/engine-holder.ts'
import type { HostPolicy } from '../bridge/policy.ts'
import type { SettingsChange } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'
import type { Logger } from '../engine/kernel/ports.ts'
import type { Web, WebOptions } from './page/web.ts'

/** What the headless service is opened with (`open-service.ts`). */
export interface ServiceOptions {
  dataDir: string
  /** The store of a cluster, as `--store` names it. */
  store?: string | undefined
  /** The login that owns the store's schemas, if this start may migrate them. */
  storeOwner?: string | undefined
  /** Connections at a time for each login of the store. */
  storeConnections?: number | undefined
  keySource: HostKeySource
  logger: Logger
  /** Null for a command without a service: only the control socket listens. Without a port, the stored one. */
  web: (Omit<WebOptions, 'port' | 'localPort'> & { port: number | null; localPort: number | null }) | null
  /** Overrides the stored settings in this run. */
  fixedSettings?: SettingsChange
  /** A restore needs no open engine, and must work if none would open. */
  openEngine?: boolean
  /** The only folders that a provider's exports may come from; null for any. */
  importFolders?: readonly string[] | null
  /** The longest that a stop may take; by default 5 s. */
  stopMs?: number
  /** The data is damaged, did not open again, or was migrated beyond this version. */
  onLost: (error: unknown) => void
}

/** An open data folder that this process owns. */
export interface Service {
  readonly dataDir: string
  readonly bridge: Bridge
  readonly policy: HostPolicy
  /** Null if the engine was not asked for, or while a restore runs. */
  readonly engine: () => Engine | null
  readonly web: Web | null
  issueLoginLink(): Promise<string | null>
  /** Takes no new work, lets work in hand end, closes, and releases the folder. */
  stop(): Promise<void>
}
