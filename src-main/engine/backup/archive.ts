import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { timestampSchema } from '../../domain/card.ts'
import { PRIVATE_FILE } from '../../database/private-file.ts'
import { costSchema, KDF_COST, stretch } from './passphrase.ts'

/** The first bytes of an encrypted backup, in clear. */
const MAGIC = Buffer.from('FUELCARD-DESK-BACKUP\n')
/** How much is in memory at a time; encrypting it takes a tenth of a millisecond. */
const CHUNK_BYTES = 128 * 1024
const TAG_BYTES = 16
const LONGEST_HEADER = 4_096

const headerSchema = z.object({
  format: z.literal(2),
  version: z.string(),
  createdAt: timestampSchema,
  dataKeyId: z.string(),
  kdf: z.object({
    name: z.literal('scrypt'),
    N: costSchema,
    r: z.literal(KDF_COST.r),
    p: z.literal(KDF_COST.p),
    salt: z.base64(),
  }),
  cipher: z.literal('aes-256-gcm'),
  /** The first seven bytes of every nonce; the rest is the chunk's number and whether it is the last one. */
  nonce: z.base64(),
  chunkBytes: z
    .int()
    .min(4_096)
    .max(16 * 1024 * 1024),
  contentBytes: z.int().min(1),
})

/** The clear-text start of an encrypted backup; every chunk is bound to it. */
export type ArchiveHeader = z.infer<typeof headerSchema>

/** Why a file cannot be read as an archive. */
export class ArchiveProblem extends Error {
  readonly kind: 'foreign' | 'passphrase' | 'changed'

  constructor(kind: ArchiveProblem['kind'], message: string) {
    super(message)
    this.name = 'ArchiveProblem'
    this.kind = kind
  }
}

/** A piece of an archive's content: bytes, or a file of that length. */
export type ArchivePart = Uint8Array | { file: string; bytes: number }

/**
 * Writes parts in sequence to one file that only the passphrase opens: AES-256-GCM in chunks, under a key stretched by
 * scrypt. A chunk's nonce contains its number and whether it is the last one, so that none can be swapped, left out or
 * cut off (the STREAM construction, Hoang et al. 2015).
 */
export async function writeArchive(
  target: string,
  about: Pick<ArchiveHeader, 'version' | 'createdAt' | 'dataKeyId'>,
  parts: readonly ArchivePart[],
  passphrase: string,
  signal: AbortSignal,
): Promise<void> {
  const salt = randomBytes(16)
  const contentBytes = parts.reduce((sum, part) => sum + ('file' in part ? part.bytes : part.length), 0)
  const header: ArchiveHeader = {
    format: 2,
    ...about,
    kdf: { name: 'scrypt', ...KDF_COST, salt: salt.toString('base64') },
    cipher: 'aes-256-gcm',
    nonce: randomBytes(7).toString('base64'),
    chunkBytes: CHUNK_BYTES,
    contentBytes,
  }
  const lead = leadOf(header)
  const key = await stretch(passphrase, salt, KDF_COST.N)
  const handle = await open(target, 'wx', PRIVATE_FILE)
  try {
    await handle.write(lead)
    let number = 0
    for await (const chunk of inChunks(parts, CHUNK_BYTES, contentBytes)) {
      signal.throwIfAborted()
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header, number)).setAAD(digestOfLead(lead))
      await handle.write(Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]))
      number += 1
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Reads an encrypted backup's header, without the passphrase and so unproven.
 *
 * @returns null if the file is not an archive, or not as long as its header says
 */
export function readArchiveHeader(file: string): ArchiveHeader | null {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch {
    return null
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return null
    const read = readLead((buffer) => readSync(descriptor, buffer, 0, buffer.length, 0))
    return read !== null && stat.size === lengthOf(read) ? read.header : null
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads the content of an encrypted backup chunk by chunk, authenticating each chunk before yielding it.
 *
 * @throws ArchiveProblem when it is not an archive, the passphrase is wrong, or any byte was changed, moved or cut off
 */
export async function* readArchive(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  try {
    const read = readLead((buffer) => readSync(handle.fd, buffer, 0, buffer.length, 0))
    if (read === null) throw new ArchiveProblem('foreign', `${file} is not a backup of Fuelcard Desk`)
    if ((await handle.stat()).size !== lengthOf(read))
      throw new ArchiveProblem('changed', `${file} is not as long as it was when the backup was made`)
    const { header, lead } = read
    const key = await stretch(passphrase, Buffer.from(header.kdf.salt, 'base64'), header.kdf.N)
    const aad = digestOfLead(lead)
    for (let number = 0, at = lead.length; number < chunksOf(header); number++) {
      const length = Math.min(header.chunkBytes, header.contentBytes - number * header.chunkBytes)
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length + TAG_BYTES), 0, length + TAG_BYTES, at)
      if (bytesRead !== length + TAG_BYTES) throw new ArchiveProblem('changed', `${file} ends too early`)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(header, number), {
        authTagLength: TAG_BYTES,
      }).setAAD(aad)
      decipher.setAuthTag(buffer.subarray(length))
      let plain: Buffer
      try {
        plain = Buffer.concat([decipher.update(buffer.subarray(0, length)), decipher.final()])
      } catch {
        // The first chunk fails on a wrong passphrase or a change; any later one only on a change.
        if (number === 0)
          throw new ArchiveProblem('passphrase', `This is not the passphrase of ${file}, or its beginning was changed`)
        throw new ArchiveProblem('changed', `${file} is not as it was when the backup was made`)
      }
      yield plain
      at += length + TAG_BYTES
    }
  } finally {
    await handle.close()
  }
}

interface Lead {
  header: ArchiveHeader
  /** The header and the bytes before it, as they are in the file. */
  lead: Buffer
}

function leadOf(header: ArchiveHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([MAGIC, length, text])
}

function readLead(readInto: (buffer: Buffer) => number): Lead | null {
  const buffer = Buffer.alloc(MAGIC.length + 4 + LONGEST_HEADER)
  const length = readInto(buffer)
  if (length < MAGIC.length + 4 || !buffer.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const end = MAGIC.length + 4 + buffer.readUInt32BE(MAGIC.length)
  if (end > length) return null
  try {
    return {
      header: headerSchema.parse(JSON.parse(buffer.toString('utf8', MAGIC.length + 4, end))),
      lead: Buffer.from(buffer.subarray(0, end)),
    }
  } catch {
    return null
  }
}

function chunksOf({ contentBytes, chunkBytes }: ArchiveHeader): number {
  return Math.ceil(contentBytes / chunkBytes)
}

function lengthOf({ header, lead }: Lead): number {
  return lead.length + header.contentBytes + chunksOf(header) * TAG_BYTES
}

function nonceOf(header: ArchiveHeader, number: number): Buffer {
  const nonce = Buffer.alloc(12)
  Buffer.from(header.nonce, 'base64').copy(nonce, 0, 0, 7)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = number === chunksOf(header) - 1 ? 1 : 0
  return nonce
}

function digestOfLead(lead: Buffer): Buffer {
  return createHash('sha256').update(lead).digest()
}

/** The parts as one stream of chunks, each full except the last. */
async function* inChunks(
  parts: readonly ArchivePart[],
  chunkBytes: number,
  contentBytes: number,
): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let length = 0
  let total = 0
  for await (const piece of piecesOf(parts, chunkBytes)) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, chunkBytes - length)
      gathered.push(taken)
      length += taken.length
      total += taken.length
      rest = rest.subarray(taken.length)
      if (length < chunkBytes) continue
      yield Buffer.concat(gathered)
      gathered = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(gathered)
  if (total !== contentBytes) throw new Error('A part of the backup changed its length while it was read')
}

async function* piecesOf(parts: readonly ArchivePart[], chunkBytes: number): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if ('file' in part) yield* createReadStream(part.file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>
    else yield Buffer.from(part)
  }
}
