import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { PIECE_BYTES } from '../../src-preload/file-calls.ts'
import { userPath } from './invocation.ts'
import type { Session } from './session.ts'
import { fileError, UsageError } from './usage-error.ts'

/** Uploads a file to the service, works with it, and removes it there. */
export async function withUploaded<Result>(
  work: Pick<Session, 'call'>,
  file: string,
  use: (uploadId: string) => Promise<Result>,
): Promise<Result> {
  const path = userPath(file)
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw fileError(`${path} cannot be read`, error)
  })
  let uploadId: string
  try {
    const { size } = await handle.stat()
    uploadId = (await work.call('uploads.begin', { name: basename(path), sizeBytes: size })).uploadId
    const piece = Buffer.alloc(PIECE_BYTES)
    for (let offset = 0; offset < size;) {
      const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES, offset)
      if (bytesRead === 0) throw new UsageError(`${path} became shorter while it was read`)
      await work.call('uploads.append', { uploadId, offset, data: piece.toString('base64', 0, bytesRead) })
      offset += bytesRead
    }
  } finally {
    await handle.close()
  }
  try {
    return await use(uploadId)
  } finally {
    await work.call('uploads.discard', { uploadId })
  }
}

/** Writes a download of the service to a file, replacing an existing one. */
export async function saveDownload(
  work: Pick<Session, 'call'>,
  { downloadId }: { downloadId: string },
  file: string,
): Promise<string> {
  const path = userPath(file)
  const handle = await open(path, 'w', 0o600).catch((error: unknown) => {
    throw fileError(`${path} cannot be written`, error)
  })
  try {
    for (let offset = 0; ;) {
      const { data, done } = await work.call('downloads.read', { downloadId, offset })
      const piece = Buffer.from(data, 'base64')
      await handle.write(piece)
      offset += piece.length
      if (done) return path
    }
  } finally {
    await handle.close()
  }
}
