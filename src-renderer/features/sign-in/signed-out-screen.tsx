import { useEffect, useState } from 'react'
import type { SignInClient } from '../../client/host-client.ts'
import { onDemand } from '../../on-demand.ts'
import { methodsHere, type MethodsHere } from './methods-here.ts'
import { TerminalPanel } from './terminal-panel.tsx'

const SignInScreen = onDemand(async () => (await import('./sign-in-screen.tsx')).SignInScreen)

/** What somebody sees who is not signed in: ways to sign in or, on a desk without people, how to get a link. */
export function SignedOutScreen({ why, client }: { why: 'none' | 'ended' | 'refused'; client: SignInClient | null }) {
  const [methods, setMethods] = useState<MethodsHere | null>(null)
  const [asked, setAsked] = useState(client === null)
  useEffect(() => {
    let left = false
    const ask = async () => {
      const result = await client?.call('signIn.methods', {})
      if (left || result === undefined) return
      if (result.ok) setMethods(methodsHere(result.value, window.location.origin))
      setAsked(true)
    }
    void ask()
    return () => {
      left = true
    }
  }, [client])
  if (!asked) return null
  if (client === null || methods === null || !methods.password) return <TerminalPanel why={why} />
  return <SignInScreen client={client} methods={methods} why={why} />
}
