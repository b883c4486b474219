import { Button, PasswordInput, Switch } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { formatBytes, text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup, Row } from '../settings-group.tsx'

/** As the service asks. */
const SHORTEST = 8

/** Includes the data key only under a passphrase: without it, a backup restores the cards but no secrets. */
export function BackupNow() {
  const [withKey, setWithKey] = useState(false)
  const [passphrase, setPassphrase] = useState('')
  const make = useCall('backup.now', ['backup.list', 'audit.list'], ({ sizeBytes }) => {
    setPassphrase('')
    showToast('done', text('settings.backup.done', { size: formatBytes(sizeBytes) }))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.run(withKey ? { passphrase } : {})
  }
  return (
    <form onSubmit={submit}>
      <SettingsGroup title={text('settings.backup.now')} lead={text('settings.backup.lead')}>
        <Row
          label={text('settings.backup.key')}
          htmlFor="backup-key"
          hint={text(withKey ? 'settings.backup.key.with' : 'settings.backup.key.without')}
        >
          <Switch id="backup-key" checked={withKey} onChange={(event) => setWithKey(event.currentTarget.checked)} />
        </Row>
        {withKey && (
          <Row
            label={text('settings.backup.passphrase')}
            htmlFor="backup-passphrase"
            hint={text('settings.backup.passphrase.hint', { count: SHORTEST })}
          >
            <PasswordInput
              id="backup-passphrase"
              w="18rem"
              value={passphrase}
              maxLength={1_000}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': text('settings.backup.passphrase.show') }}
              onChange={(event) => setPassphrase(event.currentTarget.value)}
            />
          </Row>
        )}
        <Foot>
          <Problem words={make.problem} />
          <Permitted call="backup.now">
            <Button
              type="submit"
              leftSection={<Icon name="backup" size={16} />}
              loading={make.busy}
              disabled={withKey && passphrase.length < SHORTEST}
            >
              {text('settings.backup.do')}
            </Button>
          </Permitted>
        </Foot>
      </SettingsGroup>
    </form>
  )
}
