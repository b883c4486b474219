import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { text } from '../../../locales/messages.ts'
import { TotpPicture } from '../../sign-in/totp-picture.tsx'
import { CodesDialog } from './codes-dialog.tsx'

/** Sets up an authenticator app: scan, confirm by a first code, keep the recovery codes. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<CallOutput<'credentials.beginTotp'> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const begin = useCall('credentials.beginTotp', [], setSecret)
  const confirm = useCall('credentials.confirmTotp', ['credentials.get'], (value) => setCodes(value.recoveryCodes))
  useEffect(() => {
    begin.run({})
    // Once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (codes !== null) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      title={text('profile.totp.add')}
      action={text('totp.confirm')}
      disabled={secret === null || code.trim() === ''}
      busy={confirm.busy}
      problem={begin.problem ?? confirm.problem}
      onSubmit={() => confirm.run({ code: code.trim() })}
      onClose={onClose}
    >
      {secret !== null && <TotpPicture {...secret} />}
      <TextInput
        data-autofocus
        label={text('totp.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
