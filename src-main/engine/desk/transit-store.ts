import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'

export type TransitRow = ControlSchema['transit_file']

/** As a page sends them; longer ones are split. */
export const PIECE_BYTES = 512 * 1024
const UNUSED_MS = 15 * 60 * 1000
const MOST_BYTES = 1024 * 1024 * 1024
/** Of each person. */
const MOST_FILES = 64

export function unusedSince(now: Date): string {
  return new Date(now.getTime() - UNUSED_MS).toISOString()
}

export async function writePiece(
  transaction: ControlTransaction,
  fileId: string,
  offset: number,
  bytes: Uint8Array,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    await transaction.run(insertPiece, {
      fileId,
      offset: offset + from,
      content: bytes.subarray(from, from + PIECE_BYTES),
    })
}

/** Reads `length` bytes; no piece is longer than `PIECE_BYTES`. */
export async function readPieces(
  session: Session<ControlSchema>,
  fileId: string,
  offset: number,
  length: number,
): Promise<Buffer> {
  const rows = await session.all(piecesBetween, { fileId, after: offset - PIECE_BYTES, before: offset + length })
  const parts = rows.map(({ offset_bytes: at, content }) =>
    content.subarray(Math.max(0, offset - at), Math.max(0, offset + length - at)),
  )
  const data = Buffer.concat(parts)
  if (data.length < length) throw new ServiceError('error.unavailable', 'The file was cut off')
  return data
}

/** Removes what nobody uses any more, and of one person's the downloads that were read to their ends if it is full. */
export async function makeRoom(
  transaction: ControlTransaction,
  { ownerId, sizeBytes, now }: { ownerId: string; sizeBytes: number; now: Date },
): Promise<void> {
  await transaction.run(removeUnused, { before: unusedSince(now) })
  const isFull = async () => {
    const all = await transaction.first(totalBytes, {})
    const own = await transaction.first(filesOf, { ownerId })
    return (own?.count ?? 0) >= MOST_FILES || Number(all?.bytes ?? 0) + sizeBytes > MOST_BYTES
  }
  if (!(await isFull())) return
  await transaction.run(removeRead, {})
  if (await isFull())
    throw new ServiceError('error.unavailable', 'Too many files are on their way; try again in a few minutes')
}

const builder = queryBuilder<ControlSchema>()

export const transitFile = prepareQuery<{ id: string; ownerId: string }>()('file in transit', (parameter) =>
  builder
    .selectFrom('transit_file')
    .selectAll()
    .where('id', '=', parameter('id'))
    .where('owner_id', '=', parameter('ownerId')),
)

export const removeFile = prepareQuery<{ id: string }>()('remove file in transit', (parameter) =>
  builder.deleteFrom('transit_file').where('id', '=', parameter('id')),
)

export const removeUnused = prepareQuery<{ before: string }>()('remove unused files in transit', (parameter) =>
  builder.deleteFrom('transit_file').where('used_at', '<', parameter('before')),
)

export const noteUse = prepareQuery<{ id: string; doneBytes: number; usedAt: string }>()(
  'note use of file in transit',
  (parameter) =>
    builder
      .updateTable('transit_file')
      .set({ done_bytes: parameter('doneBytes'), used_at: parameter('usedAt') })
      .where('id', '=', parameter('id')),
)

const removeRead = prepareQuery<object>()('remove read files in transit', () =>
  builder.deleteFrom('transit_file').where('kind', '=', 'download').whereRef('done_bytes', '=', 'size_bytes'),
)

/** A server adds whole numbers up to a decimal, which arrives as text. */
const totalBytes = prepareQuery<object>()('bytes in transit', () =>
  builder.selectFrom('transit_file').select(({ fn }) => fn.sum<number | string>('size_bytes').as('bytes')),
)

const filesOf = prepareQuery<{ ownerId: string }>()('files in transit of person', (parameter) =>
  builder
    .selectFrom('transit_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', parameter('ownerId')),
)

const insertPiece = prepareQuery<{ fileId: string; offset: number; content: Uint8Array }>()(
  'add piece of file',
  (parameter) =>
    builder.insertInto('transit_piece').values({
      file_id: parameter('fileId'),
      offset_bytes: parameter('offset'),
      content: parameter('content'),
    }),
)

const piecesBetween = prepareQuery<{ fileId: string; after: number; before: number }>()('pieces of file', (parameter) =>
  builder
    .selectFrom('transit_piece')
    .select(['offset_bytes', 'content'])
    .where('file_id', '=', parameter('fileId'))
    .where('offset_bytes', '>', parameter('after'))
    .where('offset_bytes', '<', parameter('before'))
    .orderBy('offset_bytes'),
)
