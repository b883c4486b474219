import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { SignInClient } from '../../client/host-client.ts'
import { errorWords } from '../../client/error-words.ts'
import { text } from '../../locales/messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignIn, type SigningIn } from './use-sign-in.ts'

/** What was typed, until it has led somewhere. */
interface Given {
  email: string
  password: string
}

type Step =
  | { name: 'first' }
  | { name: 'code'; given: Given }
  | { name: 'enrol'; given: Given; secret: { secret: string; address: string } }
  | { name: 'codes'; token: string; codes: readonly string[] }

export interface FirstStep {
  signing: SigningIn
  /** Signs in with a password; further steps follow where they are needed. */
  withPassword: (given: Given) => void
}

/** Everything that may follow a password: a code, setting up an app, its recovery codes. */
export function PasswordSteps({
  client,
  children,
}: {
  client: SignInClient
  children: (first: FirstStep) => ReactNode
}) {
  const signing = useSignIn(client)
  const [step, setStep] = useState<Step>({ name: 'first' })
  const signIn = async (given: Given, code?: string) => {
    const input = code === undefined ? given : { ...given, code }
    const result = await client.call('signIn.password', input)
    if (!result.ok) return refused(given, result.error)
    const { token, recoveryCodes } = result.value
    if (recoveryCodes === null) return signing.enter(token)
    setStep({ name: 'codes', token, codes: recoveryCodes })
  }
  const refused = async (given: Given, error: NonNullable<SigningIn['error']>) => {
    if (error.code === 'error.second_factor' && error.reason === 'code') return setStep({ name: 'code', given })
    if (error.code !== 'error.second_factor' || error.reason !== 'enrol') return signing.setError(error)
    const secret = await signing.ask('signIn.enrol', given)
    if (secret != null) setStep({ name: 'enrol', given, secret })
  }
  const begin = (given: Given, code?: string) => {
    signing.setError(null)
    signing.setBusy(true)
    void signIn(given, code).finally(() => signing.setBusy(false))
  }
  if (step.name === 'codes')
    return (
      <SignInFrame title={text('recovery.title')}>
        <RecoveryCodes codes={step.codes} />
        <Button loading={signing.busy} onClick={() => void signing.enter(step.token)}>
          {text('recovery.done')}
        </Button>
      </SignInFrame>
    )
  if (step.name === 'first') return children({ signing, withPassword: begin })
  return (
    <SecondFactorStep
      secret={step.name === 'enrol' ? step.secret : null}
      busy={signing.busy}
      problem={signing.error === null ? null : errorWords(signing.error)}
      onCode={(code) => begin(step.given, code)}
      onBack={() => {
        signing.setError(null)
        setStep({ name: 'first' })
      }}
    />
  )
}
