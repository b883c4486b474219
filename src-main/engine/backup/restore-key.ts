import type { RestoreReport } from '../../domain/backup.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newUuid } from '../ids.ts'
import { dataKeyFrom, type DataKey } from '../secrets/data-key.ts'
import type { RecordedKey } from '../secrets/open-data-key.ts'
import { unlockKey } from './locked-key.ts'
import type { Manifest } from './manifest.ts'
import type { RestoreOptions } from './restore.ts'
import { refusedInput } from './storage-trouble.ts'

/** The data key that a restored folder goes on with. */
export interface SettledKey {
  outcome: RestoreReport['dataKey']
  key: DataKey
  /** The name under which this host keeps it. */
  folderId: string
}

/**
 * Finds the backup's data key on this host, or takes it out of the backup, or, where a person said so, goes on with
 * another. No key that this host has is ever overwritten: a key that would stand in the way of one keeps its place,
 * and the restored folder gets a new id.
 *
 * @throws ServiceError `error.data_key` or, for the passphrase, `error.validation`
 */
export async function settleKey(options: RestoreOptions, manifest: Manifest, folderId: string, recorded: RecordedKey): Promise<SettledKey> {
  const { dataKey: source } = options
  const here = await source.load(folderId)
  if (here !== null) {
    const key = dataKeyFrom(here)
    if (key.check === recorded.check) return { outcome: 'present', key, folderId }
  }
  if (options.passphrase !== undefined) return install(options, manifest, here === null ? folderId : newUuid(), recorded, options.passphrase)
  if (options.replaceKey !== true) throw dataKeyGone(manifest, recorded, source.name)
  const freshId = newUuid()
  const bytes = (await source.load(freshId)) ?? (await source.create(freshId))
  if (bytes === null) throw new ServiceError('error.data_key', `There is no data key in ${source.name}; nothing was restored`)
  return { outcome: 'replaced', key: dataKeyFrom(bytes), folderId: freshId }
}

async function install(options: RestoreOptions, manifest: Manifest, folderId: string, recorded: RecordedKey, passphrase: string): Promise<SettledKey> {
  if (manifest.dataKey === null) throw refusedInput('passphrase', 'This backup was made without a passphrase and holds no data key; nothing was restored')
  const bytes = await unlockKey(manifest.dataKey, manifest.dataKeyId, passphrase)
  if (bytes === null) throw refusedInput('passphrase', 'This is not the passphrase of this backup; nothing was restored')
  const key = dataKeyFrom(bytes)
  if (key.check !== recorded.check) throw new ServiceError('error.data_key', 'The data key in this backup is not the one that its databases were written with; nothing was restored')
  await options.installKey?.(folderId, bytes)
  const kept = await options.dataKey.load(folderId)
  if (kept === null || dataKeyFrom(kept).check !== key.check) {
    throw new ServiceError('error.data_key', `The data key of this backup could not be kept in ${options.dataKey.name}; nothing was restored`)
  }
  return { outcome: 'installed', key, folderId }
}

function dataKeyGone(manifest: Manifest, recorded: RecordedKey, sourceName: string): ServiceError {
  const ways = [`bring the key back (it was made in ${recorded.source})`]
  if (manifest.dataKey !== null) ways.push('give the passphrase of the backup')
  ways.push('restore with another key: cards and history are kept, webhook secrets and provider credentials must be entered again')
  return new ServiceError('error.data_key', `The data key of this backup (${recorded.id}) is not in ${sourceName}. Nothing was restored. Either ${ways.join(', or ')}`)
}
