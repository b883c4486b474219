import { PIECE_BYTES } from '../../../../src-preload/file-calls.ts'
import type { Handlers } from '../handler.ts'

/** The pieces of a file on its way between a page and the engine. */
export const fileHandlers: Handlers<'uploads' | 'downloads'> = {
  'uploads.begin': async ({ name, sizeBytes }, { files }) => ({
    uploadId: await files.begin(name, sizeBytes),
  }),
  'uploads.append': async ({ uploadId, offset, data }, { files }) => ({
    receivedBytes: await files.append(uploadId, offset, Buffer.from(data, 'base64')),
  }),
  'uploads.discard': async ({ uploadId }, { files }) => {
    await files.discard(uploadId)
    return {}
  },
  'downloads.read': async ({ downloadId, offset }, { files }) => {
    const { data, done } = await files.read(downloadId, offset, PIECE_BYTES)
    return { data: data.toString('base64'), done }
  },
}
