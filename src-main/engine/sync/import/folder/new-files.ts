import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareQuery, queryBuilder } from '../../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../../kernel/environment-core.ts'

/** An export in a watched folder. */
export interface FolderFile {
  path: string
  name: string
  modifiedMs: number
  /** A hash of its name, size and time; a changed file counts as a new one. */
  fingerprint: string
}

/** In a larger folder, only the newest are considered. */
const MOST_FILES = 1_000
/** Temporary files of programs and lock files of open workbooks are not exports. */
const EXPORT_NAME = /^(?![.~]).*\.(?:csv|xlsx)$/i

/**
 * The exports of a folder, oldest first, so that the newest wins.
 *
 * @throws an error of the file system if the folder cannot be read
 */
export async function filesOf(folder: string): Promise<FolderFile[]> {
  const names = (await readdir(folder)).filter((name) => EXPORT_NAME.test(name))
  const files: FolderFile[] = []
  for (const name of names) {
    const file = await fileAt(folder, name)
    if (file !== null) files.push(file)
  }
  return files
    .sort((left, right) => left.modifiedMs - right.modifiedMs || (left.name < right.name ? -1 : 1))
    .slice(-MOST_FILES)
}

/** Null if it is gone or not a file. */
export async function fileAt(folder: string, name: string): Promise<FolderFile | null> {
  const path = join(folder, name)
  try {
    const found = await stat(path)
    if (!found.isFile()) return null
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([name, found.size, found.mtimeMs]))
      .digest('base64url')
    return { path, name, modifiedMs: found.mtimeMs, fingerprint }
  } catch {
    return null
  }
}

export async function isRead(core: EnvironmentCore, projectKey: number, { fingerprint }: FolderFile): Promise<boolean> {
  return (await core.database.first(readFile, { projectKey, fingerprint })) !== undefined
}

export async function rememberRead(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
  { fingerprint }: FolderFile,
): Promise<void> {
  await transaction.run(insertFile, { projectKey, fingerprint, readAt: core.clock.now().toISOString() })
}

/** Forgets files that are no longer in the folder. */
export async function forgetOthers(
  core: EnvironmentCore,
  projectKey: number,
  files: readonly FolderFile[],
): Promise<void> {
  if (files.length >= MOST_FILES) return
  const present = new Set(files.map(({ fingerprint }) => fingerprint))
  const gone = (await core.database.all(filesOfProject, { projectKey })).filter(
    ({ fingerprint }) => !present.has(fingerprint),
  )
  if (gone.length === 0) return
  await core.database.write(async (transaction) => {
    for (const { seq } of gone) await transaction.run(removeFile, { seq })
    return undefined
  })
}

const builder = queryBuilder<EnvironmentSchema>()

const readFile = prepareQuery<{ projectKey: number; fingerprint: string }>()('file that was read', (parameter) =>
  builder
    .selectFrom('sync_file')
    .select('seq')
    .where('project_key', '=', parameter('projectKey'))
    .where('fingerprint', '=', parameter('fingerprint')),
)

const filesOfProject = prepareQuery<{ projectKey: number }>()('files that were read', (parameter) =>
  builder.selectFrom('sync_file').select(['seq', 'fingerprint']).where('project_key', '=', parameter('projectKey')),
)

const insertFile = prepareQuery<{ projectKey: number; fingerprint: string; readAt: string }>()(
  'remember file',
  (parameter) =>
    builder
      .insertInto('sync_file')
      .values({
        project_key: parameter('projectKey'),
        fingerprint: parameter('fingerprint'),
        read_at: parameter('readAt'),
      })
      .onConflict((conflict) => conflict.doNothing()),
)

const removeFile = prepareQuery<{ seq: number }>()('forget file', (parameter) =>
  builder.deleteFrom('sync_file').where('seq', '=', parameter('seq')),
)
