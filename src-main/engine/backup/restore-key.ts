import type { RestoreReport } from '../../domain/desk/backup.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import { newUuid } from '../kernel/ids.ts'
import { dataKeyFrom, type DataKey } from '../kernel/secrets/data-key.ts'
import type { RecordedKey } from '../kernel/secrets/open-data-key.ts'
import { unlockKey } from './locked-key.ts'
import type { Manifest } from './manifest.ts'
import type { RestoreOptions } from './restore-options.ts'
import type { StagedBackup } from './restore-stage.ts'
import { isSealedBy } from './seal.ts'

/** The data key that a restored folder continues with. */
export interface SettledKey {
  outcome: RestoreReport['dataKey']
  key: DataKey
  /** The name under which this host keeps it. */
  folderId: string
}

/**
 * Finds the backup's data key on this host, or takes it from the backup, or, if a person allowed it, continues with a
 * new one. Never overwrites a key of this host: if another key already has this folder's name, the restored folder gets
 * a new ID instead.
 *
 * @throws ServiceError `error.data_key` or, for the passphrase, `error.validation`
 */
export async function settleKey(
  options: RestoreOptions,
  staged: StagedBackup,
  folderId: string,
  recorded: RecordedKey,
): Promise<SettledKey> {
  const { dataKey: source } = options
  const here = await source.load(folderId)
  if (here !== null) {
    const key = dataKeyFrom(here)
    if (key.check === recorded.check) return { outcome: 'present', key, folderId }
  }
  const inBackup = await keyInBackup(staged, options.passphrase)
  if (inBackup !== null) return install(options, inBackup, here === null ? folderId : newUuid(), recorded)
  if (options.unsealed !== true) throw dataKeyGone(staged.manifest, recorded, source.name)
  const freshId = newUuid()
  const bytes = (await source.load(freshId)) ?? (await source.create(freshId))
  if (bytes === null)
    throw new ServiceError('error.data_key', `There is no data key in ${source.name}; nothing was restored`)
  return { outcome: 'replaced', key: dataKeyFrom(bytes), folderId: freshId }
}

/** @throws ServiceError `error.validation` when the passphrase does not open the key of an old backup */
async function keyInBackup(
  { manifest, key }: StagedBackup,
  passphrase: string | undefined,
): Promise<Uint8Array | null> {
  if (key !== null || passphrase === undefined) return key
  if (manifest.dataKey === null)
    throw refusedInput(
      'passphrase',
      'This backup was made without a passphrase and holds no data key; nothing was restored',
      { code: 'passphrase_without_key' },
    )
  const bytes = await unlockKey(manifest.dataKey, manifest.dataKeyId, passphrase)
  if (bytes === null)
    throw refusedInput('passphrase', 'This is not the passphrase of this backup; nothing was restored', {
      code: 'passphrase_wrong',
    })
  return bytes
}

async function install(
  options: RestoreOptions,
  bytes: Uint8Array,
  folderId: string,
  recorded: RecordedKey,
): Promise<SettledKey> {
  const key = dataKeyFrom(bytes)
  if (key.check !== recorded.check)
    throw new ServiceError(
      'error.data_key',
      'The data key in this backup is not the one that its databases were written with; nothing was restored',
    )
  await options.installKey?.(folderId, bytes)
  const kept = await options.dataKey.load(folderId)
  if (kept === null || dataKeyFrom(kept).check !== key.check) {
    throw new ServiceError(
      'error.data_key',
      `The data key of this backup could not be kept in ${options.dataKey.name}; nothing was restored`,
    )
  }
  return { outcome: 'installed', key, folderId }
}

/** The warning about a backup's seal, if any, and whether the backup predates seals. */
export interface JudgedSeal {
  warning: string | null
  isOfBefore: boolean
}

/**
 * Judges whether a backup is as the holder of this data key left it.
 *
 * @throws ServiceError `error.validation` naming `unsealed`, if only a person can vouch for it
 */
export function judgeSeal(
  { unsealed }: RestoreOptions,
  { info, manifest, key }: StagedBackup,
  settled: SettledKey,
): JudgedSeal {
  const fine = { warning: null, isOfBefore: false }
  if (key !== null) return fine
  // Without its data key, a seal proves nothing.
  if (settled.outcome === 'replaced')
    return {
      ...fine,
      warning: `Nothing proves that ${info.path} was not changed since it was made: its data key is not here`,
    }
  if (manifest.format === 1)
    return {
      warning: `${info.path} was made before backups were sealed: nothing proves that it was not changed since. It is sealed from now on`,
      isOfBefore: true,
    }
  if (isSealedBy(manifest, settled.key)) return fine
  const broken = `The seal of ${info.path} is ${manifest.seal === null ? 'missing' : 'wrong'}: it was changed after it was made, or not made with this data key`
  if (unsealed === true) return { ...fine, warning: broken }
  throw refusedInput(
    'unsealed',
    `${broken}. Nothing was restored. If you know where it comes from, restore it with --unsealed`,
    { code: 'backup_unsealed' },
  )
}

function dataKeyGone(manifest: Manifest, recorded: RecordedKey, sourceName: string): ServiceError {
  const ways = [`bring the key back (it was made in ${recorded.source})`]
  if (manifest.dataKey !== null) ways.push('give the passphrase of the backup')
  ways.push(
    'if you know where the backup comes from, restore it with --unsealed: nothing then proves that it was not changed; it goes on with another key, cards and history are kept, webhook secrets and provider credentials must be entered again',
  )
  return new ServiceError(
    'error.data_key',
    `The data key of this backup (${recorded.id}) is not in ${sourceName}. Nothing was restored. Either ${ways.join(', or ')}`,
  )
}
