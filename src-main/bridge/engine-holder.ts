import { ServiceError } from '../domain/errors.ts'
import { restoreBackup } from '../engine/backup/restore.ts'
import { openEngine, type Engine } from '../engine/engine.ts'
import type { EngineOptions } from '../engine/engine-options.ts'
import { serversBackups } from '../engine/backup/servers-backups.ts'
import { systemClock, type DataKeySource } from '../engine/kernel/ports.ts'
import { createLiveFeed, type LiveFeed } from './live-feed.ts'
import type { CallArguments, CallOutput } from '../../src-preload/contract.ts'

/** A host's data key source, which may also store a key from a backup. */
export interface HostKeySource extends DataKeySource {
  /** Stores a key for `load`; absent if a person supplies the keys. */
  install?: (folderId: string, key: Uint8Array) => Promise<void>
}

export interface EngineHolderOptions {
  engine: Omit<EngineOptions, 'dataKey'> & { dataKey: HostKeySource }
  /** Resolves once nothing uses the engine, or after a timeout. */
  settle: () => Promise<void>
  /** The engine cannot go on, or did not open again: the host has nothing to serve. */
  onLost: (error: unknown) => void
}

/**
 * A host's engine, which a restore closes and reopens, and so does a long time without its store. The host holds the
 * folder's lock throughout.
 */
export interface EngineHolder {
  /** Null before opening, during a restore, and after `close`. */
  readonly current: () => Engine | null
  /** The live events of the engine open now. */
  readonly live: LiveFeed
  readonly open: () => Promise<Engine>
  /** Closes the engine and opens it again, so that it knows nothing from before. */
  readonly renew: () => void
  readonly restore: (input: CallArguments<'backup.restore'>) => Promise<CallOutput<'backup.restore'>>
  readonly close: () => Promise<void>
}

export function createEngineHolder(options: EngineHolderOptions): EngineHolder {
  let engine: Engine | null = null
  let restoring = false
  let renewing = false
  const live = createLiveFeed()
  const renew = async (): Promise<void> => {
    if (renewing || restoring || engine === null) return
    renewing = true
    try {
      await close()
      await open()
    } catch (error) {
      options.onLost(error)
    } finally {
      renewing = false
    }
  }
  const open = async () => {
    engine = await openEngine({
      ...options.engine,
      onMissed: () => void renew(),
      onUnusable: options.onLost,
    })
    live.follow(engine)
    return engine
  }
  const close = async () => {
    const running = engine
    engine = null
    live.follow(null)
    await options.settle()
    await running?.stop()
  }
  return {
    current: () => engine,
    live,
    open,
    close,
    renew: () => void renew(),
    restore: async (input) => {
      if (options.engine.store !== undefined) throw serversBackups()
      if (restoring) throw new ServiceError('error.unavailable', 'Another restore is running')
      restoring = true
      const wasOpen = engine !== null
      try {
        await close()
        return await restore(options.engine, input)
      } finally {
        restoring = false
        if (wasOpen) await open().catch(options.onLost)
      }
    },
  }
}

async function restore(
  { dataDir, version, dataKey, wallClock = systemClock }: EngineHolderOptions['engine'],
  input: CallArguments<'backup.restore'>,
): Promise<CallOutput<'backup.restore'>> {
  const report = await restoreBackup({
    backupPath: input.path,
    passphrase: input.passphrase,
    unsealed: input.unsealed,
    dataDir,
    version,
    wallClock,
    dataKey,
    installKey: dataKey.install,
  })
  return {
    restored: report.backup.path,
    damagedMovedTo: report.movedTo,
    held: ['sandbox', 'production'],
    dataKey: report.dataKey === 'present' ? 'same' : report.dataKey,
    warnings: report.warnings,
  }
}
