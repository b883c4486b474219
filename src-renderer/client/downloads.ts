import type { CallOutput, CrossedError } from '../../src-preload/contract.ts'
import { unreachable, type HostClient } from './host-client.ts'

type Download = Pick<CallOutput<'cards.download'>, 'downloadId' | 'name' | 'sizeBytes'>

interface DownloadOptions {
  /** Called with the share of the file that has arrived, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Fetches a file that the service made ready, piece by piece, and gives it to the browser or the window to save.
 *
 * @returns why it could not be fetched, or null if it was handed over
 */
export async function saveDownload(
  client: Pick<HostClient, 'call'>,
  download: Download,
  options: DownloadOptions = {},
): Promise<CrossedError | null> {
  const read = await readDownload(client, download, options)
  if (!read.ok) return read.error
  if (options.signal?.aborted !== true) saveBlob(read.value, download.name)
  return null
}

type Read = { ok: true; value: Blob } | { ok: false; error: CrossedError }

/** Fetches the file's pieces and joins them. */
async function readDownload(
  client: Pick<HostClient, 'call'>,
  { downloadId, name, sizeBytes }: Download,
  { onProgress, signal }: DownloadOptions = {},
): Promise<Read> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (;;) {
    const result = await settle(client.call('downloads.read', { downloadId, offset }))
    if (!result.ok) return result
    const piece = bytesOf(result.value.data)
    pieces.push(piece)
    offset += piece.length
    onProgress?.(sizeBytes === 0 ? 1 : Math.min(1, offset / sizeBytes))
    if (result.value.done || signal?.aborted === true)
      return { ok: true, value: new Blob(pieces, { type: typeOf(name) }) }
  }
}

async function settle<Result extends { ok: boolean }>(
  call: Promise<Result>,
): Promise<Result | ReturnType<typeof unreachable>> {
  try {
    return await call
  } catch (error) {
    return unreachable(error instanceof Error ? error.message : String(error))
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

/** Long enough for any browser to have started saving. */
const KEPT_MS = 60_000

/** Hands bytes to the browser as a file to save; a desktop window shows its save dialog. */
function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
