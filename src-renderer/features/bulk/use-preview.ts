import { useEffect, useState } from 'react'
import type { BulkPreview } from '../../../src-main/domain/cards/bulk.ts'
import type { CallInput, CallResult, CrossedError } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { useSame } from '../../client/use-same.ts'

type PreviewCall = 'bulk.preview' | 'bulk.previewFile'

interface Preview {
  preview: BulkPreview | null
  error: CrossedError | null
  retry: () => void
}

/** Requests the effects of a command, again on every change of the input; null requests nothing. */
export function usePreview<Call extends PreviewCall>(call: Call, asked: CallInput<Call> | null): Preview {
  const { client } = useService()
  const input = useSame(asked)
  const [answer, setAnswer] = useState<{ input: CallInput<Call>; result: CallResult<PreviewCall> } | null>(null)
  const result = answer !== null && answer.input === input ? answer.result : undefined
  const isAnswered = result !== undefined
  useEffect(() => {
    if (input === null || isAnswered) return
    let stale = false
    const look = async () => {
      const result = await client.call(call, input)
      if (!stale) setAnswer({ input, result })
    }
    void look()
    return () => {
      stale = true
    }
  }, [client, call, input, isAnswered])
  return {
    preview: result?.ok === true ? result.value : null,
    error: result?.ok === false ? result.error : null,
    retry: () => setAnswer(null),
  }
}
