import { useState } from 'react'
import type { CallInput, CallOutput, CrossedError, PageCallName } from '../../../src-preload/contract.ts'
import type { SignInClient } from '../../client/host-client.ts'

/** The page's calls without a session, one at a time, with the last refusal. */
export function useSignIn(client: SignInClient) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CrossedError | null>(null)
  /** The result, or null after a refusal that was put into `error`. */
  const ask = async <Name extends PageCallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name> | null | undefined> => {
    setBusy(true)
    setError(null)
    const result = await client.call(name, input)
    setBusy(false)
    if (result.ok) return result.value
    setError(result.error)
    return undefined
  }
  /** Ends the sign-in; what goes wrong then is a refusal like any other. */
  const enter = async (token: string): Promise<void> => {
    setBusy(true)
    const refusal = await client.enter(token)
    if (refusal !== null) {
      setBusy(false)
      setError(refusal)
    }
  }
  return { busy, setBusy, error, setError, ask, enter }
}

export type SigningIn = ReturnType<typeof useSignIn>
