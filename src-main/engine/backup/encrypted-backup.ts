import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { refusedInput } from '../../domain/errors.ts'
import type { BackupInfo } from '../../domain/desk/backup.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../database/private-file.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { ArchiveProblem, readArchive, writeArchive, type ArchiveHeader } from './archive.ts'
import { BACKED_UP, backedUpFile, manifestSchema, type Manifest } from './manifest.ts'

/** The extension of an encrypted backup, which is a single file. */
export const ARCHIVE_ENDING = '.backup'

/** The content before the databases: the manifest and the data key itself. */
const leadSchema = z.object({ manifest: manifestSchema, dataKey: z.base64() })
const LONGEST_LEAD = 64 * 1024

export function infoOfArchive(file: string, header: ArchiveHeader): BackupInfo {
  const path = resolve(file)
  return {
    name: basename(path),
    path,
    createdAt: header.createdAt,
    version: header.version,
    automatic: false,
    bytes: statSync(path).size,
    includesKey: true,
    dataKeyId: header.dataKeyId,
  }
}

/** Writes a finished backup folder, and the data key, into one file that only the passphrase opens. */
export async function encryptBackup(
  folder: string,
  target: string,
  manifest: Manifest,
  dataKey: DataKey,
  passphrase: string,
  signal: AbortSignal,
): Promise<void> {
  const lead = Buffer.from(JSON.stringify({ manifest, dataKey: dataKey.reveal().toString('base64') }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(lead.length)
  const files = BACKED_UP.map((kind) => ({ file: backedUpFile(folder, kind), bytes: manifest.files[kind].bytes }))
  await writeArchive(
    target,
    { version: manifest.version, createdAt: manifest.createdAt, dataKeyId: dataKey.id },
    [length, lead, ...files],
    passphrase,
    signal,
  )
}

/**
 * Writes the databases of an encrypted backup into a fresh folder.
 *
 * @throws ServiceError `error.validation` naming the passphrase, or the backup if any byte was changed
 */
export async function decryptBackup(
  file: string,
  passphrase: string,
  stage: string,
): Promise<{ manifest: Manifest; key: Uint8Array }> {
  await mkdir(stage, { mode: PRIVATE_FOLDER })
  const pieces = readArchive(file, passphrase)
  try {
    const content = createTaker(pieces)
    const length = (await content.take(4)).readUInt32BE()
    if (length > LONGEST_LEAD) throw new ArchiveProblem('changed', `${file} was not written by Fuelcard Desk`)
    const { manifest, dataKey } = leadSchema.parse(JSON.parse((await content.take(length)).toString('utf8')))
    for (const kind of BACKED_UP) {
      const handle = await open(backedUpFile(stage, kind), 'wx', PRIVATE_FILE)
      try {
        await content.copy(manifest.files[kind].bytes, handle)
        await handle.sync()
      } finally {
        await handle.close()
      }
    }
    return { manifest, key: Buffer.from(dataKey, 'base64') }
  } catch (error) {
    if (error instanceof ArchiveProblem)
      throw refusedInput(
        error.kind === 'passphrase' ? 'passphrase' : 'backup',
        `${error.message}; nothing was restored`,
        { code: error.kind === 'passphrase' ? 'passphrase_wrong' : 'backup_damaged' },
        error,
      )
    throw error
  } finally {
    // Closes the file if it was not read to the end.
    await pieces.return(undefined)
  }
}

interface Taker {
  take(bytes: number): Promise<Buffer>
  copy(bytes: number, target: FileHandle): Promise<void>
}

/** Takes exact lengths from a stream of pieces. A stream that ends early was changed: its length is authenticated. */
function createTaker(pieces: AsyncGenerator<Buffer>): Taker {
  let rest: Buffer = Buffer.alloc(0)
  const next = async (most: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const { value, done } = await pieces.next()
      if (done === true) throw new ArchiveProblem('changed', 'The backup ends too early')
      rest = value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }
  return {
    take: async (bytes) => {
      const taken: Buffer[] = []
      for (let left = bytes; left > 0;) {
        const piece = await next(left)
        taken.push(piece)
        left -= piece.length
      }
      return Buffer.concat(taken)
    },
    copy: async (bytes, target) => {
      for (let left = bytes; left > 0;) {
        const piece = await next(left)
        await target.write(piece)
        left -= piece.length
      }
    },
  }
}
