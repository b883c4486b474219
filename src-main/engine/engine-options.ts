import type { StoresOptions } from './open-stores.ts'
import type { DataKeySource, Logger } from './kernel/ports.ts'
import type { Clock } from '../domain/clock.ts'
import type { Resolver } from '../net/resolver.ts'
import type { OnDamage } from './housekeeping.ts'
import type { SettingsChange } from '../domain/desk/settings.ts'
import type { NetworkSettings } from './kernel/network.ts'

export interface EngineOptions {
  /** The data folder; created if missing. The caller holds its lock. */
  dataDir: string
  /** The store of a cluster; the data folder then holds nothing but what is in transit. */
  store?: StoresOptions['store']
  storeOwner?: StoresOptions['storeOwner']
  storeConnections?: StoresOptions['storeConnections']
  onMissed?: StoresOptions['onMissed']
  onUnusable?: StoresOptions['onUnusable']
  /** The product's version, as displayed and written into backups. */
  version: string
  dataKey: DataKeySource
  wallClock?: Clock
  logger?: Logger
  resolver?: Resolver
  /** Called when a background check finds a database damaged. */
  onDamage?: OnDamage
  /** Settings given at the start of this run; they take precedence over stored ones. */
  fixedSettings?: SettingsChange
  /** The host's view of the network on opening; needed at once, because overdue deliveries go out right away. */
  network?: () => Partial<NetworkSettings>
  /** Where browsers reach the service, such as `https://fleet.example`; null on a desk. */
  publicUrl?: string | null
  /** False for a command-line process: deliveries and schedules wait for a service. */
  runsWork?: boolean
  /** For tests: databases that another instance has open. */
  stores?: StoresOptions['stores']
  /** For tests: runs every unit of work twice, which exposes effects outside its transaction. */
  repeatWorks?: boolean
}
