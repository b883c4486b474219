import { Button, Divider, PasswordInput, Stack } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import type { CallOutput } from '../../../src-preload/contract.ts'
import type { SignInClient } from '../../client/host-client.ts'
import { errorWords } from '../../client/error-words.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { Icon } from '../../components/icon.tsx'
import { chooseLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { methodsHere, type MethodsHere } from './methods-here.ts'
import { newPasskey } from './passkey-browser.ts'
import { PasswordSteps, type FirstStep } from './password-steps.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

interface InvitationProps {
  client: SignInClient
  invitation: string
}

/** Where an invitation leads: the person chooses what to sign in with, and is in. */
export function InvitationScreen(props: InvitationProps) {
  return <PasswordSteps client={props.client}>{(first) => <Invited {...props} {...first} />}</PasswordSteps>
}

type Person = CallOutput<'signIn.invitation'>

function Invited({ client, invitation, signing, withPassword }: InvitationProps & FirstStep) {
  const [found, setFound] = useState<{ person: Person; methods: MethodsHere } | null>(null)
  const { ask } = signing
  useEffect(() => {
    const look = async () => {
      const person = await ask('signIn.invitation', { invitation })
      const methods = person == null ? null : await ask('signIn.methods', {})
      // If its texts cannot be fetched, the current language stays.
      if (person?.language != null) await chooseLanguage(person.language).catch(() => {})
      if (person != null && methods != null) setFound({ person, methods: methodsHere(methods, window.location.origin) })
    }
    void look()
    // Once: the invitation of a page does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [invitation])
  if (found === null) {
    if (signing.error === null) return null
    return (
      <SignInFrame title={text('invited.over')}>
        <Problem words={errorWords(signing.error)} />
        <Button variant="default" onClick={() => window.location.reload()}>
          {text('invited.toSignIn')}
        </Button>
      </SignInFrame>
    )
  }
  return <Choice {...{ client, invitation, signing, withPassword, ...found }} />
}

function Choice({
  client,
  invitation,
  signing,
  withPassword,
  person,
  methods,
}: InvitationProps & FirstStep & { person: Person; methods: MethodsHere }) {
  const [password, setPassword] = useState('')
  const [declined, setDeclined] = useState(false)
  const { name, email } = person
  const submit = async () => {
    const result = await signing.ask('signIn.acceptWithPassword', { invitation, password })
    if (result === undefined) return
    if (result !== null) return signing.enter(result.token)
    // A second factor is demanded, which the sign-in asks for.
    withPassword({ email: email ?? '', password })
  }
  const passkey = async () => {
    setDeclined(false)
    const challenge = await signing.ask('signIn.beginAcceptWithPasskey', { invitation, name: text('passkey.name') })
    if (challenge == null) return
    const made = await newPasskey(challenge)
    if (made === null) return setDeclined(true)
    const result = await signing.ask('signIn.acceptWithPasskey', { invitation, ...made })
    if (result != null) await signing.enter(result.token)
  }
  const provider = async () => {
    const begun = await signing.ask('signIn.beginProvider', { invitation })
    if (begun != null) client.leave(begun.address)
  }
  return (
    <SignInFrame title={text('invited.title', { name })}>
      <p>{text('invited.text', { email: email ?? name })}</p>
      {(methods.passkey || methods.provider !== null) && (
        <Stack gap="sm">
          {methods.provider !== null && (
            <Button variant="default" leftSection={<Icon name="signIn" />} onClick={() => void provider()}>
              {text('invited.provider', { name: methods.provider })}
            </Button>
          )}
          {methods.passkey && (
            <Button variant="default" leftSection={<Icon name="access" />} onClick={() => void passkey()}>
              {text('invited.passkey')}
            </Button>
          )}
          <Divider label={text('signIn.or')} />
        </Stack>
      )}
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (password !== '') void submit()
        }}
        noValidate
      >
        <Stack gap={16}>
          {/* For password managers: whom the new password belongs to. */}
          <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          <PasswordInput
            label={text('invited.password')}
            description={text('invited.password.hint')}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Problem
            words={declined ? text('passkey.failed') : signing.error === null ? null : errorWords(signing.error)}
          />
          <Button type="submit" loading={signing.busy} disabled={password === ''}>
            {text('invited.submit')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  )
}
