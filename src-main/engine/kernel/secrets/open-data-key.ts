import type { ControlSchema } from '../../../database/schema.ts'
import type { Store } from '../../../database/store.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { readSetting, writeSetting, type ControlTransaction } from '../control-core.ts'
import { newUuid } from '../ids.ts'
import type { DataKeySource } from '../ports.ts'
import { dataKeyFrom, type DataKey } from './data-key.ts'

export const FOLDER_SETTING = 'folder_id'
export const KEY_SETTING = 'data_key'

/** The key that a folder was written with, and where that key came from. */
export interface RecordedKey {
  id: string
  check: string
  source: string
}

/**
 * Opens this folder's data key, which the control database identifies together with its source. A new key is created
 * only for a folder that never had one.
 *
 * @throws ServiceError `error.data_key` naming the source, when the key is missing or wrong
 */
export async function openDataKey(control: Store<ControlSchema>, source: DataKeySource): Promise<DataKey> {
  const folderId = (await readFolderId(control)) ?? newUuid()
  const recorded = await readRecordedKey(control)
  if (recorded !== null) return openRecordedKey(recorded, folderId, source)
  // The folder's ID goes first: the key is stored under it, and a crash must not leave a key without a folder.
  await control.write((transaction) => writeSetting(transaction, FOLDER_SETTING, folderId))
  const bytes = (await source.load(folderId)) ?? (await source.create(folderId))
  if (bytes === null) throw new ServiceError('error.data_key', `There is no data key in ${source.name}`)
  const key = dataKeyFrom(bytes)
  await control.write((transaction) => recordDataKey(transaction, folderId, key, source.name))
  return key
}

/**
 * Opens the key that a folder or store was written with.
 *
 * @throws ServiceError `error.data_key` when it is missing or another one
 */
export async function openRecordedKey(
  recorded: RecordedKey,
  folderId: string,
  source: DataKeySource,
): Promise<DataKey> {
  const bytes = await source.load(folderId)
  const asked = recorded.source === source.name ? source.name : `${source.name} (it was made in ${recorded.source})`
  if (bytes === null)
    throw new ServiceError(
      'error.data_key',
      `The data key of this folder is missing: expected in ${asked}. Nothing was changed; bring the key back or restore a backup made with a passphrase`,
    )
  const key = dataKeyFrom(bytes)
  if (key.check !== recorded.check)
    throw new ServiceError(
      'error.data_key',
      `The data key in ${asked} is not the one that this folder was written with. Nothing was changed`,
    )
  return key
}

/** The name under which a source stores this folder's key, or null for a folder that never had one. */
export function readFolderId(control: Store<ControlSchema>): Promise<string | null> {
  return readSetting(control, FOLDER_SETTING)
}

/** Records the key that the folder is written with from now on. */
export async function recordDataKey(
  transaction: ControlTransaction,
  folderId: string,
  key: DataKey,
  sourceName: string,
): Promise<void> {
  await writeSetting(transaction, FOLDER_SETTING, folderId)
  await writeSetting(
    transaction,
    KEY_SETTING,
    JSON.stringify({ id: key.id, check: key.check, source: sourceName } satisfies RecordedKey),
  )
}

export async function readRecordedKey(control: Store<ControlSchema>): Promise<RecordedKey | null> {
  const text = await readSetting(control, KEY_SETTING)
  return text === null ? null : (JSON.parse(text) as RecordedKey)
}
