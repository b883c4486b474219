import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { text } from '../../../locales/messages.ts'
import { CodesDialog } from './codes-dialog.tsx'

/** What needs a code of the authenticator app: removing it, or making new recovery codes. */
export function CodeDialog({ what, onClose }: { what: 'remove' | 'renew'; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const remove = useCall('credentials.removeTotp', ['credentials.get'], onClose)
  const renew = useCall('credentials.renewRecoveryCodes', ['credentials.get'], (value) => setCodes(value.recoveryCodes))
  const call = what === 'remove' ? remove : renew
  const title = text(what === 'remove' ? 'profile.totp.remove' : 'profile.codes.renew')
  if (codes !== null) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      title={title}
      action={title}
      danger={what === 'remove'}
      disabled={code.trim() === ''}
      busy={call.busy}
      problem={call.problem}
      onSubmit={() => call.run({ code: code.trim() })}
      onClose={onClose}
    >
      <p>{text(what === 'remove' ? 'profile.totp.remove.text' : 'profile.codes.renew.text')}</p>
      <TextInput
        data-autofocus
        label={text('signIn.code')}
        description={text('signIn.code.hint')}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
