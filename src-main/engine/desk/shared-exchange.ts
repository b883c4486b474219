import { rmSync } from 'node:fs'
import { chmod, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { createDuty } from '../kernel/duties.ts'
import { opaqueId } from '../kernel/ids.ts'
import type { Logger } from '../kernel/ports.ts'
import { asStorageTrouble } from '../kernel/storage-trouble.ts'
import { FOLDER, goneFile, safeEnding, SWEEP_MS, type Exchange, type OwnFiles } from './file-exchange.ts'
import {
  makeRoom,
  noteUse,
  PIECE_BYTES,
  readPieces,
  removeFile,
  removeUnused,
  transitFile,
  unusedSince,
  writePiece,
  type TransitRow,
} from './transit-store.ts'

/** A file at work keeps its place in the store for this long at a time. */
const TOUCH_MS = 5 * 60 * 1000

/**
 * The exchange of several instances: the bytes are rows in pieces, so that any instance takes the next request. A file
 * of this machine exists only while this instance works on it.
 */
export function createSharedExchange(dataDir: string, core: ControlCore, logger: Logger): Exchange {
  const { database, wallClock } = core
  const folder = join(dataDir, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  const working = new Map<string, Set<AbortController>>()
  const inHand = new Set<Promise<unknown>>()
  const unlisten = database.onChanges((notes) => {
    for (const note of notes) {
      if (note.about !== 'transit') continue
      for (const [id, works] of working)
        if (note.fileId === null || note.fileId === id) for (const work of works) work.abort()
    }
  })
  const now = () => wallClock.now().toISOString()
  const duty = createDuty({
    failure: 'files of pages could not be removed',
    logger,
    everyMs: SWEEP_MS,
    run: () => database.write((transaction) => transaction.run(removeUnused, { before: unusedSince(wallClock.now()) })),
  })
  const find = async (
    session: Pick<ControlTransaction, 'first'>,
    ownerId: string,
    id: string,
    kind: TransitRow['kind'],
  ): Promise<TransitRow> => {
    const row = await session.first(transitFile, { id, ownerId })
    if (row?.kind !== kind || row.used_at < unusedSince(wallClock.now())) throw goneFile(kind)
    return row
  }
  const put = async (ownerId: string, row: Pick<TransitRow, 'id' | 'kind' | 'name' | 'size_bytes'>, doneBytes = 0) =>
    database.write(async (transaction) => {
      await makeRoom(transaction, { ownerId, sizeBytes: row.size_bytes, now: wallClock.now() })
      await transaction.run(
        transaction.build
          .insertInto('transit_file')
          .values({ ...row, owner_id: ownerId, done_bytes: doneBytes, used_at: now() }),
      )
      return row.id
    })
  /** Runs work with a path of its own in the private folder, where nothing stays. */
  const withPath = async <Result>(
    id: string,
    name: string,
    work: (path: string) => Promise<Result>,
  ): Promise<Result> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, opaqueId(`${id}_`) + safeEnding(name))
    const done = (async () => {
      try {
        return await work(path)
      } catch (error) {
        throw error instanceof Error && 'syscall' in error ? asStorageTrouble(error, path, 'file') : error
      } finally {
        await rm(path, { force: true })
      }
    })()
    const settled = done.catch(() => {}).finally(() => inHand.delete(settled))
    inHand.add(settled)
    return done
  }
  const copyOut = async (row: TransitRow, path: string): Promise<void> => {
    const file = await open(path, 'wx', 0o600)
    try {
      for (let from = 0; from < row.size_bytes; from += PIECE_BYTES)
        await file.write(await readPieces(database, row.id, from, Math.min(PIECE_BYTES, row.size_bytes - from)))
    } finally {
      await file.close()
    }
  }
  const copyIn = async (id: string, path: string, sizeBytes: number): Promise<void> => {
    const file = await open(path, 'r')
    try {
      for (let from = 0; from < sizeBytes; from += PIECE_BYTES) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, from)
        const piece = Buffer.from(buffer.subarray(0, bytesRead))
        await database.write((transaction) => writePiece(transaction, id, from, piece))
      }
    } finally {
      await file.close()
    }
  }
  const discardWithin = async (transaction: ControlTransaction, id: string): Promise<void> => {
    await transaction.run(removeFile, { id })
    transaction.note({ about: 'transit', fileId: id })
  }
  const atWork = async <Result>(
    row: TransitRow,
    work: (discarded: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const discarding = new AbortController()
    const works = working.get(row.id) ?? new Set()
    working.set(row.id, works.add(discarding))
    const touch = () =>
      database.write((transaction) =>
        transaction.run(noteUse, { id: row.id, doneBytes: row.done_bytes, usedAt: now() }),
      )
    const touching = setInterval(() => void touch().catch(() => {}), TOUCH_MS).unref()
    try {
      return await work(discarding.signal)
    } finally {
      clearInterval(touching)
      works.delete(discarding)
      if (works.size === 0) working.delete(row.id)
      await touch().catch(() => {})
    }
  }
  const of = (owner: string): OwnFiles => ({
    begin: (name, sizeBytes) => put(owner, { id: opaqueId('up_'), kind: 'upload', name, size_bytes: sizeBytes }),
    append: (uploadId, offset, piece) =>
      database.write(async (transaction) => {
        const row = await find(transaction, owner, uploadId, 'upload')
        if (offset !== row.done_bytes) throw refusedInput('offset', `The next piece begins at ${row.done_bytes}`)
        const received = offset + piece.length
        if (received > row.size_bytes)
          throw refusedInput('data', `The file was said to have ${row.size_bytes} bytes; this piece goes beyond`)
        await writePiece(transaction, row.id, offset, piece)
        await transaction.run(noteUse, { id: row.id, doneBytes: received, usedAt: now() })
        return received
      }),
    discard: (uploadId) =>
      database.write(async (transaction) => {
        const row = await transaction.first(transitFile, { id: uploadId, ownerId: owner })
        if (row?.kind === 'upload') await discardWithin(transaction, row.id)
        return undefined
      }),
    withUpload: async (uploadId, work) => {
      const row = await find(database, owner, uploadId, 'upload')
      if (row.done_bytes < row.size_bytes)
        throw refusedInput('uploadId', `Only ${row.done_bytes} of ${row.size_bytes} bytes have arrived`)
      return atWork(row, (discarded) =>
        withPath(row.id, row.name, async (path) => {
          await copyOut(row, path)
          if (discarded.aborted) throw new ServiceError('error.unavailable', 'The file was discarded')
          return work({ path, name: row.name, discarded })
        }),
      )
    },
    offer: (name, write, { spare = false } = {}) => {
      const id = opaqueId('down_')
      return withPath(id, name, async (path) => {
        const result = await write(path)
        await chmod(path, 0o600)
        const sizeBytes = (await stat(path)).size
        await put(owner, { id, kind: 'download', name, size_bytes: sizeBytes }, spare ? sizeBytes : 0)
        await copyIn(id, path, sizeBytes)
        return { download: { downloadId: id, name, sizeBytes }, result }
      })
    },
    read: async (downloadId, offset, limit) => {
      const row = await find(database, owner, downloadId, 'download')
      if (offset > row.size_bytes) throw refusedInput('offset', `The file ends at ${row.size_bytes}`)
      const data = await readPieces(database, row.id, offset, Math.min(limit, row.size_bytes - offset))
      const reached = Math.max(row.done_bytes, offset + data.length)
      await database.write((transaction) => transaction.run(noteUse, { id: row.id, doneBytes: reached, usedAt: now() }))
      return { data, done: offset + data.length === row.size_bytes }
    },
  })
  return {
    of,
    clear: async () => {
      await database.write(async (transaction) => {
        await transaction.run(transaction.build.deleteFrom('transit_file'))
        transaction.note({ about: 'transit', fileId: null })
        return undefined
      })
      await Promise.all(inHand)
    },
    stop: async () => {
      await duty.stop()
      for (const works of working.values()) for (const work of works) work.abort()
      await Promise.all(inHand)
      unlisten()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
