import { Button, Group, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import { MAIL_SECURITIES, type MailServer, type MailTest } from '../../../../src-main/domain/alerts/mail-server.ts'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, Row, SettingsGroup } from '../settings-group.tsx'
import { draftOf, inputOf, type MailDraft } from './mail-draft.ts'
import { MailProblemWords } from './mail-problem-words.tsx'
import styles from '../settings.module.css'

const FIELDS = ['host', 'port', 'security', 'user', 'password', 'fromAddress', 'fromName'] as const
const CHANGED = ['mail.get', 'alerts.get', 'audit.list'] as const

/** The server that alerts are sent through; a test shows whether they arrive, before anything is saved. */
export function MailServerForm({ server }: { server: MailServer | null }) {
  const [typed, setTyped] = useState<Partial<MailDraft>>({})
  const [tested, setTested] = useState<MailTest | null>(null)
  const forget = () => setTyped({})
  const set = useCall('mail.set', CHANGED, () => {
    forget()
    showToast('done', text('mail.saved'))
  })
  const remove = useCall('mail.remove', CHANGED, () => {
    forget()
    setTested(null)
    showToast('done', text('mail.removed'))
  })
  const test = useCall('mail.test', ['mail.get'], setTested)
  const draft = { ...draftOf(server), ...typed }
  const error = set.error ?? test.error
  const change = (changes: Partial<MailDraft>) => {
    setTyped({ ...typed, ...changes })
    // It was about the previous input.
    setTested(null)
    for (const call of [set, test]) call.clear()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    test.clear()
    set.run(inputOf(draft))
  }
  const sendTest = () => {
    set.clear()
    setTested(null)
    test.run(Object.keys(typed).length === 0 ? {} : { server: inputOf(draft) })
  }
  const common = (name: keyof MailDraft) => ({
    id: `mail-${name}`,
    w: '18rem',
    autoComplete: 'off',
    error: fieldError(fieldWords(error, name) ?? fieldWords(error, `server.${name}`)),
  })
  const textField = (name: 'host' | 'user' | 'fromAddress' | 'fromName', hint?: string) => (
    <Row label={text(`mail.${name}`)} htmlFor={`mail-${name}`} {...(hint === undefined ? {} : { hint })}>
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
      <SettingsGroup title={text('mail.server')} lead={text('mail.server.lead')}>
        {textField('host', text('mail.host.hint'))}
        <Row label={text('mail.security')} htmlFor="mail-security" hint={text(`mail.security.${draft.security}.hint`)}>
          <Select
            {...common('security')}
            allowDeselect={false}
            data={MAIL_SECURITIES.map((value) => ({ value, label: text(`mail.security.${value}`) }))}
            value={draft.security}
            onChange={(security) => security !== null && change({ security })}
          />
        </Row>
        <Row label={text('mail.port')} htmlFor="mail-port">
          <NumberInput
            {...common('port')}
            w="8rem"
            min={1}
            max={65_535}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={draft.port}
            onChange={(port) => change({ port: Number(port) })}
          />
        </Row>
        {textField('user', text('mail.user.hint'))}
        {draft.user !== '' && (
          <Row label={text('mail.password')} htmlFor="mail-password" hint={text('mail.password.hint')}>
            <PasswordInput
              {...common('password')}
              autoComplete="new-password"
              placeholder={server?.hasPassword === true ? text('connect.kept') : ''}
              visibilityToggleButtonProps={{ 'aria-label': text('connect.showSecret') }}
              value={draft.password}
              onChange={({ currentTarget }) => change({ password: currentTarget.value })}
            />
          </Row>
        )}
        {textField('fromAddress', text('mail.fromAddress.hint'))}
        {textField('fromName')}
        {tested !== null && (
          <div className={styles.wide} role="status">
            {tested.problem === null ? (
              <Notice tone="active" icon="circleCheck" title={text('mail.test.sent', { email: tested.to })} />
            ) : (
              <Notice tone="failed" icon="alert" title={text('mail.test.failed')}>
                <MailProblemWords problem={tested.problem} />
              </Notice>
            )}
          </div>
        )}
        <Foot>
          {server === null ? (
            <span />
          ) : (
            <Permitted call="mail.remove">
              <Button variant="subtle" color="red" loading={remove.busy} onClick={() => remove.run({})}>
                {text('mail.remove')}
              </Button>
            </Permitted>
          )}
          <Group gap="sm">
            <Permitted call="mail.test">
              <Button
                variant="default"
                leftSection={<Icon name="send" size={16} />}
                loading={test.busy}
                disabled={draft.host === ''}
                onClick={sendTest}
              >
                {text('mail.test')}
              </Button>
            </Permitted>
            <Permitted call="mail.set">
              <Button type="submit" loading={set.busy} disabled={Object.keys(typed).length === 0}>
                {text('save')}
              </Button>
            </Permitted>
          </Group>
          <Problem words={restWords(error, [...FIELDS, ...FIELDS.map((name) => `server.${name}`)])} />
        </Foot>
      </SettingsGroup>
    </form>
  )
}
