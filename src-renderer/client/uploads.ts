import type { CrossedError } from '../../src-preload/contract.ts'
import type { HostClient } from './host-client.ts'

/** The most the service takes at once. */
const PIECE_BYTES = 512 * 1024

interface UploadOptions {
  /** Called with the share sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export type Upload = { ok: true; uploadId: string } | { ok: false; error: CrossedError }

/** Uploads a file piece by piece; aborting discards it on the service. */
export async function uploadFile(
  client: Pick<HostClient, 'call'>,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<Upload> {
  const begun = await client.call('uploads.begin', { name: file.name, sizeBytes: file.size })
  if (!begun.ok) return begun
  const { uploadId } = begun.value
  for (let offset = 0; offset < file.size; offset += PIECE_BYTES) {
    const data = await base64Of(file.slice(offset, offset + PIECE_BYTES))
    const sent = signal?.aborted === true ? null : await client.call('uploads.append', { uploadId, offset, data })
    if (sent === null || !sent.ok) {
      await discardUpload(client, uploadId)
      return sent ?? { ok: false, error: { code: 'error.unavailable', message: '', requestId: '' } }
    }
    onProgress?.(Math.min(1, (offset + PIECE_BYTES) / file.size))
  }
  return { ok: true, uploadId }
}

/** The service would drop it after a while anyway; this is sooner. */
export async function discardUpload(client: Pick<HostClient, 'call'>, uploadId: string): Promise<void> {
  await client.call('uploads.discard', { uploadId }).catch(() => null)
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(blob)
  })
}
