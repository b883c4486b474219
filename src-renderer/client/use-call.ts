import { useState } from 'react'
import type { CallInput, CallOutput, CrossedError, PageCallName } from '../../src-preload/contract.ts'
import { useService } from './client-context.tsx'
import { errorWords, type ErrorWords } from './error-words.ts'

export interface Call<Name extends PageCallName> {
  busy: boolean
  /** The service's refusal, translated. */
  problem: ErrorWords | null
  error: CrossedError | null
  run: (input: CallInput<Name>) => void
  /** Clears the refusal. */
  clear: () => void
}

/** Makes a change through the service, with its busy state and refusal for the screen. */
export function useCall<Name extends PageCallName>(
  name: Name,
  invalidates: readonly PageCallName[],
  onDone: (value: CallOutput<Name>) => void,
): Call<Name> {
  const { client, data } = useService()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CrossedError | null>(null)
  const run = async (input: CallInput<Name>) => {
    setBusy(true)
    setError(null)
    const result = await client.call(name, input)
    setBusy(false)
    if (!result.ok) return setError(result.error)
    data.invalidate(invalidates)
    onDone(result.value)
  }
  return {
    busy,
    error,
    problem: error === null ? null : errorWords(error),
    run: (input) => void run(input),
    clear: () => setError(null),
  }
}
