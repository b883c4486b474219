import { PIECE_BYTES } from '../../../../src-preload/file-calls.ts'
import type { Handlers } from '../handler.ts'

/** The pieces of a file on its way between a page and the engine. */
export const fileHandlers: Handlers<'uploads' | 'downloads'> = {
  'uploads.begin': async ({ name, sizeBytes }, { engine }) => ({
    uploadId: await engine.exchange.begin(name, sizeBytes),
  }),
  'uploads.append': async ({ uploadId, offset, data }, { engine }) => ({
    receivedBytes: await engine.exchange.append(uploadId, offset, Buffer.from(data, 'base64')),
  }),
  'uploads.discard': async ({ uploadId }, { engine }) => {
    await engine.exchange.discard(uploadId)
    return {}
  },
  'downloads.read': async ({ downloadId, offset }, { engine }) => {
    const { data, done } = await engine.exchange.read(downloadId, offset, PIECE_BYTES)
    return { data: data.toString('base64'), done }
  },
}
