import { Box, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { SignInClient } from '../../client/host-client.ts'
import { errorWords } from '../../client/error-words.ts'
import { CommandLine } from '../../components/code/command-line.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { Icon } from '../../components/icon.tsx'
import { text, textIfKnown } from '../../locales/messages.ts'
import { signInCommand } from './known-folder.ts'
import type { MethodsHere } from './methods-here.ts'
import { knownPasskey } from './passkey-browser.ts'
import { PasswordSteps, type FirstStep } from './password-steps.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

interface SignInScreenProps {
  client: SignInClient
  methods: MethodsHere
  why: 'none' | 'ended' | 'refused'
}

/** The ways to sign in. */
export function SignInScreen(props: SignInScreenProps) {
  return <PasswordSteps client={props.client}>{(first) => <Methods {...props} {...first} />}</PasswordSteps>
}

function Methods({ client, methods, why, signing, withPassword }: SignInScreenProps & FirstStep) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [declined, setDeclined] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '' && password !== '') withPassword({ email: email.trim(), password })
  }
  const passkey = async () => {
    setDeclined(false)
    const challenge = await signing.ask('signIn.beginPasskey', {})
    if (challenge == null) return
    const answer = await knownPasskey(challenge)
    if (answer === null) return setDeclined(true)
    const result = await signing.ask('signIn.passkey', answer)
    if (result != null) await signing.enter(result.token)
  }
  const provider = async () => {
    const begun = await signing.ask('signIn.beginProvider', {})
    if (begun != null) client.leave(begun.address)
  }
  return (
    <SignInFrame title={text('signIn.page.title')}>
      {why === 'ended' && <p role="status">{text('signIn.again')}</p>}
      {client.refused !== null && signing.error === null && (
        <Problem words={textIfKnown(`code.${client.refused}`) ?? text('code.other')} />
      )}
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label={text('signIn.email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoFocus
          />
          <PasswordInput
            label={text('signIn.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Problem
            words={declined ? text('passkey.failed') : signing.error === null ? null : errorWords(signing.error)}
          />
          <Button type="submit" loading={signing.busy} disabled={email.trim() === '' || password === ''}>
            {text('signIn.submit')}
          </Button>
        </Stack>
      </form>
      {(methods.passkey || methods.provider !== null) && (
        <Stack gap="sm">
          <Divider label={text('signIn.or')} />
          {methods.passkey && (
            <Button variant="default" leftSection={<Icon name="access" />} onClick={() => void passkey()}>
              {text('signIn.passkey')}
            </Button>
          )}
          {methods.provider !== null && (
            <Button variant="default" leftSection={<Icon name="signIn" />} onClick={() => void provider()}>
              {text('signIn.provider', { name: methods.provider })}
            </Button>
          )}
        </Stack>
      )}
      <Box component="p" c="dimmed" fz="sm">
        {text('signIn.lost')}
      </Box>
      {methods.isLocal && (
        <>
          <Box component="p" c="dimmed" fz="sm">
            {text('signIn.here')}
          </Box>
          <CommandLine command={signInCommand()} />
        </>
      )}
    </SignInFrame>
  )
}
