import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { fieldWords, restWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { ErrorText } from '../../../components/feedback/error-text.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { text } from '../../../locales/messages.ts'

/** Sets the password, or changes the present one. */
export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useCall('credentials.setPassword', ['credentials.get', 'profile.sessions'], onClose)
  const title = text(hasPassword ? 'profile.password.change' : 'profile.password.set')
  const wrong = (field: string) => {
    const words = fieldWords(change.error, field)
    return words === null ? undefined : <ErrorText words={words} />
  }
  return (
    <FormDialog
      title={title}
      action={title}
      disabled={password === '' || (hasPassword && current === '')}
      busy={change.busy}
      problem={restWords(change.error, ['current', 'password'])}
      onSubmit={() => change.run(hasPassword ? { current, password } : { password })}
      onClose={onClose}
    >
      {hasPassword && (
        <PasswordInput
          data-autofocus
          label={text('profile.password.current')}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={wrong('current')}
        />
      )}
      <PasswordInput
        data-autofocus={hasPassword ? undefined : true}
        label={text('invited.password')}
        description={`${text('invited.password.hint')} ${text('profile.password.others')}`}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={wrong('password')}
      />
    </FormDialog>
  )
}
