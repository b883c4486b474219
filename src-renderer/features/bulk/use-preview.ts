import { useEffect, useState } from 'react'
import type { BulkPreview } from '../../../src-main/domain/bulk.ts'
import type { CallResult, CrossedError } from '../../../src-preload/contract.ts'

type PreviewCall = 'bulk.preview' | 'bulk.previewFile'

/** Asks what a command would do, anew whenever `key` changes; nothing while it is null. */
export function usePreview(key: string | null, ask: () => Promise<CallResult<PreviewCall>>): { preview: BulkPreview | null; error: CrossedError | null; retry: () => void } {
  const [answer, setAnswer] = useState<{ key: string; result: CallResult<PreviewCall> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (key === null) return
    let stale = false
    const look = async () => {
      const result = await ask()
      if (!stale) setAnswer({ key, result })
    }
    void look()
    return () => {
      stale = true
    }
    // The key stands for the question, which is a new function at each render.
  }, [key, attempt])
  const result = answer?.key === key ? answer?.result : undefined
  return {
    preview: result?.ok === true ? result.value : null,
    error: result?.ok === false ? result.error : null,
    retry: () => {
      setAnswer(null)
      setAttempt((count) => count + 1)
    },
  }
}
