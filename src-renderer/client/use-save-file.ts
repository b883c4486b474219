import { useState } from 'react'
import type { CallOutput, CrossedError } from '../../src-preload/contract.ts'
import { useService } from './client-context.tsx'
import { saveDownload } from './downloads.ts'
import { errorWords, type ErrorWords } from './error-words.ts'

type Prepared = { ok: true; value: CallOutput<'audit.download'> } | { ok: false; error: CrossedError }

/** Has the service prepare a file, downloads it and offers it to save. */
export function useSaveFile(prepare: () => Promise<Prepared>): {
  busy: boolean
  problem: ErrorWords | null
  run: () => void
} {
  const { client } = useService()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorWords | null>(null)
  const run = async () => {
    setBusy(true)
    setProblem(null)
    const prepared = await prepare()
    const error = prepared.ok ? await saveDownload(client, prepared.value) : prepared.error
    setBusy(false)
    if (error !== null) setProblem(errorWords(error))
  }
  return { busy, problem, run: () => void run() }
}
