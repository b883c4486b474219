import { Checkbox, List, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useService } from '../../../client/client-context.tsx'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { fieldError } from '../../../components/feedback/error-text.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { formatDay, text } from '../../../locales/messages.ts'
import { nameOf, type BackupInfo } from './backups-table.tsx'

/**
 * Says what a restore does before it starts; the option to continue anyway appears only if the key is missing or the
 * seal is broken.
 */
export function RestoreDialog({ backup, onClose }: { backup: BackupInfo; onClose: () => void }) {
  const { data } = useService()
  const [passphrase, setPassphrase] = useState('')
  const [unsealed, setUnsealed] = useState(false)
  const { busy, error, run } = useCall('backup.restoreNamed', [], () => {
    data.invalidate()
    showToast('done', text('settings.restore.done', { time: formatDay(backup.createdAt) }))
    onClose()
  })
  const keyIsMissing = error?.code === 'error.data_key'
  const sealIsBroken = error?.details?.some(({ field }) => field === 'unsealed') === true
  return (
    <FormDialog
      danger
      size="34rem"
      title={text('settings.restore.title', { time: formatDay(backup.createdAt) })}
      action={text('settings.restore.do', { time: formatDay(backup.createdAt) })}
      busy={busy}
      problem={restWords(error, backup.withDataKey ? ['passphrase'] : [])}
      onSubmit={() => run({ name: nameOf(backup), unsealed, ...(passphrase === '' ? {} : { passphrase }) })}
      onClose={onClose}
    >
      <List size="sm" spacing="xs">
        <List.Item>{text('settings.restore.replaced')}</List.Item>
        <List.Item>{text('settings.restore.kept')}</List.Item>
        <List.Item>{text('settings.restore.held')}</List.Item>
        <List.Item>{text('settings.restore.signIn')}</List.Item>
      </List>
      {backup.withDataKey && (
        <PasswordInput
          data-autofocus
          label={text('settings.backup.passphrase')}
          description={text('settings.restore.passphrase')}
          value={passphrase}
          error={fieldError(fieldWords(error, 'passphrase'))}
          autoComplete="off"
          maxLength={1_000}
          visibilityToggleButtonProps={{ 'aria-label': text('settings.backup.passphrase.show') }}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      )}
      {(keyIsMissing || sealIsBroken || unsealed) && (
        <>
          <Text size="sm">{text(sealIsBroken ? 'settings.restore.noSeal' : 'settings.restore.noKey')}</Text>
          <Checkbox
            label={text('settings.restore.unsealed')}
            checked={unsealed}
            onChange={(event) => setUnsealed(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  )
}
