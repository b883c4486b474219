import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { SignInSettings } from '../../../../src-main/domain/people/sign-in.ts'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import { draftOf, inputOf, type ProviderDraft } from './provider-draft.ts'
import { RoleMapping } from './role-mapping.tsx'
import styles from '../settings.module.css'

const FIELDS = ['name', 'issuer', 'clientId', 'clientSecret', 'roleClaim', 'roles'] as const
const CHANGED = ['signIn.settings', 'signIn.methods', 'credentials.get', 'audit.list'] as const

/** The identity provider (OpenID Connect). A test asks it for its metadata, before anything is saved. */
export function ProviderForm({ settings: { provider, redirectUri } }: { settings: SignInSettings }) {
  const [typed, setTyped] = useState<Partial<ProviderDraft>>({})
  const [answers, setAnswers] = useState(false)
  const done = (words: string) => {
    setTyped({})
    showToast('done', words)
  }
  const save = useCall('signIn.updateSettings', CHANGED, () => done(text('signInSettings.saved')))
  const remove = useCall('signIn.updateSettings', CHANGED, () => done(text('signInSettings.removed')))
  const test = useCall('signIn.testIssuer', [], () => setAnswers(true))
  const draft = { ...draftOf(provider), ...typed }
  const keepsSecret = provider?.hasSecret === true && provider.issuer === draft.issuer.trim()
  const change = (changes: Partial<ProviderDraft>) => {
    setTyped({ ...typed, ...changes })
    setAnswers(false)
    for (const call of [save, test]) call.clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    test.clear()
    save.run({ provider: inputOf(draft) })
  }
  const ask = () => {
    save.clear()
    setAnswers(false)
    test.run({ issuer: draft.issuer.trim() })
  }
  const common = (name: (typeof FIELDS)[number]) => ({
    id: `provider-${name}`,
    w: '22rem',
    autoComplete: 'off',
    error: fieldError(
      fieldWords(save.error, `provider.${name}`) ?? (name === 'issuer' ? fieldWords(test.error, name) : null),
    ),
  })
  const textField = (name: 'name' | 'issuer' | 'clientId' | 'roleClaim') => (
    <Row
      label={text(`signInSettings.${name}`)}
      htmlFor={`provider-${name}`}
      {...(name === 'clientId' ? {} : { hint: text(`signInSettings.${name}.hint`) })}
    >
      <TextInput
        {...common(name)}
        spellCheck={false}
        value={draft[name]}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
    </Row>
  )
  return (
    <form onSubmit={submit}>
      <SettingsGroup title={text('signInSettings.provider')} lead={text('signInSettings.provider.lead')}>
        {redirectUri === null ? (
          <p className={styles.none}>{text('signInSettings.noAddress')}</p>
        ) : (
          <Row label={text('signInSettings.redirectUri')} hint={text('signInSettings.redirectUri.hint')}>
            <code className={`${styles.mono} ${styles.path}`}>{redirectUri}</code>
            <CopyButton value={redirectUri} />
          </Row>
        )}
        {textField('issuer')}
        {textField('clientId')}
        <Row
          label={text('signInSettings.clientSecret')}
          htmlFor="provider-clientSecret"
          hint={text('signInSettings.clientSecret.hint')}
        >
          <PasswordInput
            {...common('clientSecret')}
            autoComplete="new-password"
            placeholder={keepsSecret ? text('connect.kept') : ''}
            visibilityToggleButtonProps={{ 'aria-label': text('connect.showSecret') }}
            value={draft.clientSecret}
            onChange={({ currentTarget }) => change({ clientSecret: currentTarget.value })}
          />
        </Row>
        {textField('name')}
        {textField('roleClaim')}
        {draft.roleClaim.trim() !== '' && (
          <RoleMapping
            roles={draft.roles}
            error={fieldError(fieldWords(save.error, 'provider.roles'))}
            onChange={(roles) => change({ roles })}
          />
        )}
        {answers && (
          <div className={styles.wide} role="status">
            <Notice tone="active" icon="circleCheck" title={text('signInSettings.answers')} />
          </div>
        )}
        <Foot>
          {provider === null ? (
            <span />
          ) : (
            <Permitted call="signIn.updateSettings">
              <Button variant="subtle" color="red" loading={remove.busy} onClick={() => remove.run({ provider: null })}>
                {text('signInSettings.remove')}
              </Button>
            </Permitted>
          )}
          <Group gap="sm">
            <Permitted call="signIn.testIssuer">
              <Button variant="default" loading={test.busy} disabled={draft.issuer.trim() === ''} onClick={ask}>
                {text('signInSettings.test')}
              </Button>
            </Permitted>
            <Permitted call="signIn.updateSettings">
              <Button type="submit" loading={save.busy} disabled={Object.keys(typed).length === 0}>
                {text('save')}
              </Button>
            </Permitted>
          </Group>
          <Problem
            words={restWords(save.error ?? test.error, [...FIELDS.map((name) => `provider.${name}`), 'issuer'])}
          />
        </Foot>
      </SettingsGroup>
    </form>
  )
}
