import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyRows, type CopiedRows } from '../../database/copy/copy-rows.ts'
import { openFolderTarget } from '../../database/copy/folder-target.ts'
import type { StoreMoment } from '../../database/copy/postgres-moment.ts'
import type { ReadSide, WriteSide } from '../../database/copy/sides.ts'
import { openFiles } from '../../database/copy/sqlite-side.ts'
import { NOT_COPIED } from '../../database/copy/table-shape.ts'
import { DatabaseError } from '../../database/database-error.ts'
import type { StoreAddress } from '../../database/postgres/store-address.ts'
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import { heldRow, ORIGIN_STATE } from '../kernel/hold.ts'
import { systemClock, type DataKeySource } from '../kernel/ports.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { FOLDER_SETTING, KEY_SETTING, openRecordedKey } from '../kernel/secrets/open-data-key.ts'
import { fileOf, prepareFolder } from '../prepare-folder.ts'
import { noteMovedFolder } from '../moved-folder.ts'
import { readStoreOwner } from './store-logins.ts'
import { verifyChains, type ChainVerdict } from './verify-chains.ts'

/** Where a copy comes from. */
export type CopySource =
  /** A data folder whose lock the caller holds; or of one that is in use, a backup that was made just now. */
  | { dataDir: string; backup: string | null }
  /** The file of logins, or a URL. */
  | { store: string }

/** @throws DatabaseError `missing` if the folder has no databases; nothing is made there */
export function requireDatabases(dataDir: string): void {
  const file = fileOf(dataDir, 'control')
  if (!existsSync(file))
    throw new DatabaseError('missing', file, `There is nothing to copy in ${dataDir}: ${file} is not there`)
}

/** Where a copy goes. */
export type CopyTarget =
  /** An empty folder whose lock the caller holds. */
  | { dataDir: string }
  /** The file of logins, and its owner's. */
  | { store: string; owner: string }

export interface CopyOptions {
  from: CopySource
  to: CopyTarget
  version: string
  dataKey: DataKeySource
  /** Ends the use of the source. */
  moves: boolean
  onProgress: (done: number, total: number) => void
  signal?: AbortSignal
}

export interface CopyReport extends CopiedRows {
  from: string
  to: string
  moved: boolean
  chains: ChainVerdict[]
  /**
   * Environments that send nothing until a person releases them, so that a copy does not repeat what its source does.
   */
  held: string[]
  /** Why each of these tables was left out. */
  notCopied: Readonly<Record<string, string>>
  /** Where the data key of the copy was found. */
  dataKey: string
}

/**
 * Copies a data folder or a store, compares each table on both sides, and verifies the audit chains of the copy.
 *
 * @throws DatabaseError in words when either side cannot be used
 * @throws ServiceError `error.data_key`, `error.store_moved`
 */
export async function copyStore(options: CopyOptions): Promise<CopyReport> {
  const { from, to, dataKey, moves } = options
  const source = 'store' in from ? await openStoreSource(from.store, options) : openFolderSource(from)
  try {
    const key = await keyOf(source, dataKey)
    const filled =
      'store' in to ? await fillStore(source, to, key, options) : await fillFolder(source, to, key, options)
    const moved = moves && filled.chains.every(({ ok }) => ok)
    if (moved) {
      const note = { to: filled.to, movedAt: systemClock.now().toISOString() }
      if (isStore(source)) await source.noteMoved(note)
      else if ('dataDir' in from) noteMovedFolder(from.dataDir, note)
    }
    return {
      ...filled,
      from: source.place,
      moved,
      held: moves ? [] : [...ENVIRONMENT_NAMES],
      notCopied: NOT_COPIED,
      dataKey: dataKey.name,
    }
  } finally {
    await source.close()
  }
}

type Source = (ReadSide & { close(): void }) | StoreMoment

function isStore(source: Source): source is StoreMoment {
  return 'noteMoved' in source
}

type Filled = CopiedRows & Pick<CopyReport, 'to' | 'chains'>

function openFolderSource({ dataDir, backup }: { dataDir: string; backup: string | null }): Source {
  if (backup !== null) return openFiles(backup, dataDir)
  prepareFolder(dataDir, systemClock)
  return openFiles(dataDir)
}

async function openStoreSource(store: string, { version, moves }: CopyOptions): Promise<StoreMoment> {
  const [{ openMoment }, { readStoreAddress }] = await Promise.all([
    import('../../database/copy/postgres-moment.ts'),
    import('../../database/postgres/store-address.ts'),
  ])
  return openMoment(readStoreAddress(store), version, moves)
}

/** The key that seals secrets and audit chains, which is the same for the copy. */
async function keyOf(source: ReadSide, dataKey: DataKeySource): Promise<DataKey> {
  const [recorded, folderId] = [await source.setting(KEY_SETTING), await source.setting(FOLDER_SETTING)]
  if (recorded === null || folderId === null)
    throw new ServiceError('error.data_key', `${source.place} was never started: there is nothing to copy`)
  return openRecordedKey(JSON.parse(recorded), folderId, dataKey)
}

async function fillStore(
  source: ReadSide,
  to: { store: string; owner: string },
  key: DataKey,
  options: CopyOptions,
): Promise<Filled> {
  const [{ openStoreTarget }, { readStoreAddress }] = await Promise.all([
    import('../../database/copy/postgres-target.ts'),
    import('../../database/postgres/store-address.ts'),
  ])
  const address: StoreAddress = readStoreAddress(to.store)
  const owner = readStoreOwner(to.owner)
  const target = await openStoreTarget(owner, options.version)
  let copied: CopiedRows
  try {
    copied = await copyRows(source, target, options.onProgress, options.signal)
    await forgetOrigin(source, target)
    if (!options.moves) await hold(source, target)
    await target.complete()
  } finally {
    await target.close()
  }
  // With the logins of an instance, which also shows that these have the rights they need.
  const passing = mkdtempSync(join(tmpdir(), 'fuelcard-copy-'))
  try {
    const chains = await verifyChains({ dataDir: passing, store: address, version: options.version }, key)
    return { ...copied, to: target.place, chains }
  } finally {
    rmSync(passing, { recursive: true, force: true })
  }
}

async function fillFolder(
  source: ReadSide,
  { dataDir }: { dataDir: string },
  key: DataKey,
  options: CopyOptions,
): Promise<Filled> {
  const target = openFolderTarget(dataDir)
  let copied: CopiedRows
  try {
    copied = await copyRows(source, target, options.onProgress, options.signal)
    await forgetOrigin(source, target)
    if (!options.moves) await hold(source, target)
  } catch (error) {
    target.abandon()
    throw error
  }
  target.finish()
  const chains = await verifyChains({ dataDir: target.folder, version: options.version }, key)
  target.complete()
  return { ...copied, to: dataDir, chains }
}

/** A copy is made on purpose: where it comes from does not make it a restored one. */
async function forgetOrigin(source: ReadSide, target: WriteSide): Promise<void> {
  for (const environment of ENVIRONMENT_NAMES) {
    const table = await stateTable(target, environment)
    for await (const rows of source.rows(environment, table))
      if (rows.some(({ name }) => name === ORIGIN_STATE))
        await target.replace(environment, table, { name: ORIGIN_STATE, value: 'null' })
  }
}

/** As after a restore: two services must not send the same deliveries and pushes. */
async function hold(source: ReadSide, target: WriteSide): Promise<void> {
  const row = heldRow({
    since: systemClock.now().toISOString(),
    reason: 'restored',
    backup: `a copy of ${source.place}`,
  })
  for (const environment of ENVIRONMENT_NAMES)
    await target.replace(environment, await stateTable(target, environment), { ...row })
}

async function stateTable(target: WriteSide, environment: EnvironmentName) {
  const table = (await target.shapes(environment)).find(({ name }) => name === 'environment_state')
  if (table === undefined) throw new Error('The table environment_state is missing')
  return table
}
