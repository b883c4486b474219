import { rmSync } from 'node:fs'
import { chmod, mkdir, open, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import { asStorageTrouble } from '../kernel/storage-trouble.ts'
import { createDuty } from '../kernel/duties.ts'
import { opaqueId } from '../kernel/ids.ts'
import { silentLogger, type Logger } from '../kernel/ports.ts'
import { createShelf, type Entry } from './shelf.ts'

/** A file that a page has sent completely. */
export interface UploadedFile {
  path: string
  /** The page's name for it; never part of a path. */
  name: string
  /** Aborted when the file is discarded. */
  discarded: AbortSignal
}

/** A file that a page can read. */
interface Download {
  downloadId: string
  name: string
  sizeBytes: number
}

/** One person's files in transit. Those of others do not exist here. */
export interface OwnFiles {
  /** Makes room for a file of this size; resolves with its ID. */
  begin(name: string, sizeBytes: number): Promise<string>
  /** Adds the next piece; resolves with the number of bytes received so far. */
  append(uploadId: string, offset: number, piece: Uint8Array): Promise<number>
  /** Also aborts the work on it. */
  discard(uploadId: string): Promise<void>
  /** Runs `work` on a complete upload, which stays until the work has ended. */
  withUpload<Result>(uploadId: string, work: (file: UploadedFile) => Promise<Result>): Promise<Result>
  /**
   * Keeps the file that `write` creates at `path`, to be read as `name`; the path has the same extension. A `spare` one
   * makes room for others first.
   */
  offer<Result>(
    name: string,
    write: (path: string) => Promise<Result>,
    options?: { spare?: boolean },
  ): Promise<{ download: Download; result: Result }>
  /** Reads up to `limit` bytes from `offset`. */
  read(downloadId: string, offset: number, limit: number): Promise<{ data: Buffer; done: boolean }>
}

/**
 * Files in transit between a page and the engine: in a private folder below the data folder, where everything is
 * removed at start and stop, or in rows where several instances share a store. Removed after 15 minutes without a
 * request.
 */
export interface Exchange {
  of(ownerId: string): OwnFiles
  /** Removes all files, waiting for running work. */
  clear(): Promise<void>
  stop(): Promise<void>
}

export const FOLDER = 'exchange'
export const SWEEP_MS = 60_000

export function createExchange(dataDir: string, wallClock: Clock, logger: Logger = silentLogger): Exchange {
  const folder = join(dataDir, FOLDER)
  const removeFile = (path: string) => rm(path, { force: true })
  const shelf = createShelf(wallClock, removeFile)
  // Removes what a crashed process left behind. Failing to do so must not keep the service from starting.
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
  const duty = createDuty({
    failure: 'files of pages could not be removed',
    logger,
    everyMs: SWEEP_MS,
    run: () => shelf.sweep(),
  })

  const place = async (id: string, name: string): Promise<string> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, id + safeEnding(name))
  }
  /** Runs work on a file; if the disk refuses, calls `onFailure` to clean up. */
  const guarded = async <Result>(
    path: string,
    work: () => Promise<Result>,
    onFailure: () => Promise<void>,
  ): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      await onFailure()
      throw error instanceof Error && 'syscall' in error ? asStorageTrouble(error, path, 'file') : error
    }
  }
  const of = (owner: string): OwnFiles => ({
    begin: async (name, sizeBytes) => {
      await shelf.makeRoom(sizeBytes, owner)
      const id = opaqueId('up_')
      const path = await place(id, name)
      await guarded(
        folder,
        async () => (await open(path, 'wx', 0o600)).close(),
        () => removeFile(path),
      )
      shelf.put({ id, owner, kind: 'upload', name, path, sizeBytes, received: 0 })
      return id
    },
    append: async (uploadId, offset, piece) =>
      shelf.inTurn(find(shelf.find(uploadId, owner), 'upload'), async (entry) => {
        if (offset !== entry.received) throw refusedInput('offset', `The next piece begins at ${entry.received}`)
        if (offset + piece.length > entry.sizeBytes)
          throw refusedInput('data', `The file was said to have ${entry.sizeBytes} bytes; this piece goes beyond`)
        await guarded(
          folder,
          () => writeAt(entry.path, offset, piece),
          () => shelf.remove(entry),
        )
        entry.received += piece.length
        return entry.received
      }),
    discard: async (uploadId) => {
      const entry = shelf.find(uploadId, owner)
      if (entry?.kind === 'upload') await shelf.remove(entry)
    },
    withUpload: async (uploadId, work) =>
      shelf.inTurn(find(shelf.find(uploadId, owner), 'upload'), (entry, discarded) => {
        if (entry.received < entry.sizeBytes)
          throw refusedInput('uploadId', `Only ${entry.received} of ${entry.sizeBytes} bytes have arrived`)
        return work({ path: entry.path, name: entry.name, discarded })
      }),
    offer: async (name, write, { spare = false } = {}) => {
      await shelf.makeRoom(0, owner)
      const id = opaqueId('down_')
      const path = await place(id, name)
      const { result, sizeBytes } = await guarded(
        folder,
        async () => {
          const result = await write(path)
          await chmod(path, 0o600)
          return { result, sizeBytes: (await stat(path)).size }
        },
        () => removeFile(path),
      )
      shelf.put({ id, owner, kind: 'download', name, path, sizeBytes, received: spare ? sizeBytes : 0 })
      return { download: { downloadId: id, name, sizeBytes }, result }
    },
    read: async (downloadId, offset, limit) =>
      shelf.inTurn(find(shelf.find(downloadId, owner), 'download'), async (entry) => {
        if (offset > entry.sizeBytes) throw refusedInput('offset', `The file ends at ${entry.sizeBytes}`)
        const data = await readAt(entry.path, offset, Math.min(limit, entry.sizeBytes - offset))
        entry.received = Math.max(entry.received, offset + data.length)
        return { data, done: offset + data.length === entry.sizeBytes }
      }),
  })
  return {
    of,
    clear: () => shelf.clear(),
    stop: async () => {
      await duty.stop()
      await shelf.clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function find(entry: Entry | undefined, kind: Entry['kind']): Entry {
  if (entry?.kind === kind) return entry
  throw goneFile(kind)
}

/** Of a file that was removed, is another person's, or never was. */
export function goneFile(kind: Entry['kind']): ServiceError {
  const [field, advice] = kind === 'upload' ? ['uploadId', 'choose it again'] : ['downloadId', 'ask for it again']
  return refusedInput(field, `The file is not there any more; ${advice}`, { code: 'file_gone' })
}

/** The extension, the only part of a name that ends up in a path. */
export function safeEnding(name: string): string {
  const ending = extname(name).toLowerCase()
  return /^\.[a-z0-9]{1,8}$/.test(ending) ? ending : ''
}

async function writeAt(path: string, offset: number, piece: Uint8Array): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(piece, 0, piece.length, offset)
  } finally {
    await file.close()
  }
}

async function readAt(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    if (bytesRead < length) throw new ServiceError('error.unavailable', 'The file was cut off')
    return buffer
  } finally {
    await file.close()
  }
}
