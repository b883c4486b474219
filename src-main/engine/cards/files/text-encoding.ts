import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'
import { FileFormatError } from './file-format-error.ts'

/**
 * Detects a file's encoding: by its byte order mark; else UTF-8 if the whole file is valid UTF-8; else windows-1252,
 * which Excel and older portals in western Europe write (a superset of Latin-1).
 *
 * @param sample the beginning of the file
 */
export async function detectEncoding(path: string, sample: Buffer, signal?: AbortSignal): Promise<string> {
  if (startsWith(sample, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(sample, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(sample, 0xfe, 0xff)) return 'utf-16be'
  if (looksLikeUtf16(sample)) return 'utf-16le'
  return (await isUtf8(path, signal)) ? 'utf-8' : 'windows-1252'
}

/** Small, so that parsing a piece into CSV records blocks the main thread for a few milliseconds only. */
const READ_BYTES = 8 * 1024

/** The text of a file in pieces, without its byte order mark. */
export async function* decodeFile(path: string, encoding: string, signal?: AbortSignal): AsyncGenerator<string> {
  if (!iconv.encodingExists(encoding))
    throw new FileFormatError('bad_option', `The encoding "${encoding}" is not known.`, {
      code: 'encoding_unknown',
      encoding,
    })
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of byteChunks(path, signal, READ_BYTES)) {
    const text = decoder.write(chunk)
    if (text !== '') yield text
  }
  const rest = decoder.end()
  if (rest !== undefined && rest !== '') yield rest
}

async function isUtf8(path: string, signal?: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of byteChunks(path, signal)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function byteChunks(path: string, signal?: AbortSignal, highWaterMark = 64 * 1024): AsyncIterable<Buffer> {
  return createReadStream(path, signal === undefined ? { highWaterMark } : { highWaterMark, signal })
}

function startsWith(sample: Buffer, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => sample[index] === byte)
}

/** Recognises UTF-16 without a mark: in Latin text nearly every second byte is zero. */
function looksLikeUtf16(sample: Buffer): boolean {
  let zeros = 0
  for (let index = 1; index < sample.length; index += 2) if (sample[index] === 0) zeros++
  return zeros > sample.length / 4
}
