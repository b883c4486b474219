import { Box, Button, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { ErrorWords } from '../../client/error-words.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { text } from '../../locales/messages.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { TotpPicture } from './totp-picture.tsx'

interface SecondFactorStepProps {
  /** What an authenticator app needs first; null for somebody who has one. */
  secret: { secret: string; address: string } | null
  busy: boolean
  problem: ErrorWords | null
  onCode: (code: string) => void
  onBack: () => void
}

/** After the password: the code of the authenticator app, which may have to be set up first. */
export function SecondFactorStep({ secret, busy, problem, onCode, onBack }: SecondFactorStepProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') onCode(code.trim())
  }
  return (
    <SignInFrame title={text(secret === null ? 'signIn.code.title' : 'signIn.enrol.title')}>
      {secret !== null && (
        <>
          <p>{text('signIn.enrol.text')}</p>
          <TotpPicture {...secret} />
        </>
      )}
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label={text(secret === null ? 'signIn.code' : 'totp.code')}
            description={secret === null ? text('signIn.code.hint') : undefined}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            inputMode={secret === null ? 'text' : 'numeric'}
            autoFocus
          />
          <Problem words={problem} />
          <Button type="submit" loading={busy} disabled={code.trim() === ''}>
            {text(secret === null ? 'signIn.submit' : 'totp.confirm')}
          </Button>
        </Stack>
      </form>
      <Box>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {text('signIn.back')}
        </Button>
      </Box>
    </SignInFrame>
  )
}
