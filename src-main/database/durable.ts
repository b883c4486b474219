import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Resolves once the file's content is on disk, not only in the system's cache. */
export async function syncFile(file: string): Promise<void> {
  // Windows flushes only what was opened for writing.
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Resolves once the folder's entries are on disk, so that a rename is durable. Windows neither has nor needs this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** `syncFile` or `syncFolder`, synchronously: for use before the service answers. */
export function syncAtOnce(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const descriptor = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A file's size and SHA-256 in hex, streamed. */
export async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
