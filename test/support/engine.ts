import { mkdtempSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATABASE_KINDS, type DatabaseKind } from '../../src-main/database/sqlite/database-kinds.ts'
import type { StoreAddress } from '../../src-main/database/postgres/store-address.ts'
import type { Clock } from '../../src-main/domain/clock.ts'
import type { EngineOptions } from '../../src-main/engine/engine-options.ts'
import { openEngine, type Engine } from '../../src-main/engine/engine.ts'
import type { DataKeySource } from '../../src-main/engine/kernel/ports.ts'
import { REHEARSED } from './core.ts'
import { createFile } from './new-file.ts'
import { dropStoreOf, OVER_POSTGRES, storeFor } from './postgres/databases.ts'
import { removeFolder } from './remove-folder.ts'

export { fakeClock, type FakeClock } from './clock.ts'

export interface TestEngine {
  /** The current engine; a new object after `reopen`. */
  readonly engine: Engine
  readonly dataDir: string
  readonly dataKey: MemoryKeySource
  /** Stops the engine and opens it again on the same folder. */
  reopen(): Promise<Engine>
  /** Stops the engine and removes the folder. */
  close(): Promise<void>
}

/** An engine on a folder of its own, with a data key that lives in memory. */
export async function openTestEngine(
  options: Partial<EngineOptions> & { wallClock?: Clock; dataKey?: MemoryKeySource; store?: StoreAddress } = {},
): Promise<TestEngine> {
  const dataDir = options.dataDir ?? newFolder(OVER_POSTGRES || options.store !== undefined)
  const dataKey = options.dataKey ?? memoryKeySource()
  const store = options.store ?? (OVER_POSTGRES ? await storeFor(dataDir) : undefined)
  const repeatWorks = REHEARSED && options.repeatWorks === true
  const open = () => openEngine({ version: '0.0.0-test', ...options, dataDir, dataKey, store, repeatWorks })
  let engine: Engine | null = await open()
  const current = (): Engine => {
    if (engine === null) throw new Error('The engine is stopped')
    return engine
  }
  const stop = async () => {
    const running = engine
    engine = null
    await running?.stop()
  }
  return {
    get engine() {
      return current()
    },
    dataDir,
    dataKey,
    reopen: async () => {
      await stop()
      engine = await open()
      return engine
    },
    close: async () => {
      await stop()
      removeFolder(dataDir)
      if (options.store === undefined) await dropStoreOf(dataDir)
    },
  }
}

/** @param isInstance whether the data is in a server: the folder is empty then */
function newFolder(isInstance: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-test-'))
  if (isInstance) return folder
  for (const kind of Object.keys(DATABASE_KINDS) as DatabaseKind[])
    createFile(join(folder, DATABASE_KINDS[kind].fileName), kind)
  return folder
}

export interface MemoryKeySource extends DataKeySource {
  /** The stored keys by folder ID, for a test to inspect, lose or replace. */
  readonly keys: Map<string, Uint8Array>
}

export function memoryKeySource(name = 'memory'): MemoryKeySource {
  const keys = new Map<string, Uint8Array>()
  return {
    name,
    keys,
    load: (folderId) => Promise.resolve(keys.get(folderId) ?? null),
    create: (folderId) => {
      const key = randomBytes(32)
      keys.set(folderId, key)
      return Promise.resolve(key)
    },
  }
}
