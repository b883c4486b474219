import { useEffect, useRef, useState } from 'react'
import type { HostClient } from '../../client/host-client.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords, type ErrorWords } from '../../client/error-words.ts'
import { discardUpload, uploadFile } from '../../client/uploads.ts'

export interface UploadState {
  file: File | null
  /** Null until the upload is complete. */
  uploadId: string | null
  share: number
  problem: ErrorWords | null
}

/** An upload, running or complete. */
interface Sending {
  stop: AbortController
  uploadId: string | null
  /** Work that outlives the dialog and needs the file until it has ended. */
  work: Promise<unknown>
}

const NOTHING: UploadState = { file: null, uploadId: null, share: 0, problem: null }

/**
 * A dialog's file: uploaded as soon as it is chosen, and discarded when the dialog closes, or when the work has ended
 * for which `keep` was called.
 */
export function useUpload(): UploadState & {
  choose: (file: File | null) => void
  keep: (work: Promise<unknown>) => void
} {
  const { client } = useService()
  const [state, setState] = useState(NOTHING)
  const current = useRef<Sending>({ stop: new AbortController(), uploadId: null, work: Promise.resolve() })
  const send = async (file: File) => {
    const own: Sending = { stop: new AbortController(), uploadId: null, work: Promise.resolve() }
    current.current = own
    const { signal } = own.stop
    const sent = await uploadFile(client, file, {
      signal,
      onProgress: (share) => !signal.aborted && setState((before) => ({ ...before, share })),
    })
    if (sent.ok) own.uploadId = sent.uploadId
    if (signal.aborted) {
      if (sent.ok) void discardUpload(client, sent.uploadId)
      return
    }
    setState((before) =>
      sent.ok ? { ...before, uploadId: sent.uploadId, share: 1 } : { ...before, problem: errorWords(sent.error) },
    )
  }
  useEffect(() => () => drop(client, current.current), [client])
  return {
    ...state,
    choose: (file) => {
      drop(client, current.current)
      setState({ ...NOTHING, file })
      if (file !== null) void send(file)
    },
    keep: (work) => {
      current.current.work = work
    },
  }
}

function drop(client: HostClient, { stop, uploadId, work }: Sending): void {
  stop.abort()
  if (uploadId !== null) void work.then(() => discardUpload(client, uploadId))
}
