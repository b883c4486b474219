import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../client/client-context.tsx'
import { fieldWords, restWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { fieldError } from '../../components/feedback/error-text.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { text } from '../../locales/messages.ts'

/** Asks for the address of a team's service; the sign-in is in the browser, and the window then shows the service. */
export function ConnectServiceDialog({ onClose }: { onClose: () => void }) {
  const { value } = useQuery('services.state', {})
  const allowed = value?.services?.allowed ?? null
  const [typed, setTyped] = useState('')
  const address = allowed ?? typed
  const connect = useCall('services.connect', ['services.state'], onClose)
  const cancel = useCall('services.cancel', ['services.state'], () => {})
  const close = () => {
    if (connect.busy) cancel.run({})
    onClose()
  }
  return (
    <FormDialog
      title={text('services.connect.title')}
      action={text('services.connect.submit')}
      busy={connect.busy}
      disabled={address.trim() === ''}
      problem={restWords(connect.error, ['address'])}
      onClose={close}
      onSubmit={() => connect.run({ address })}
    >
      <Stack gap="md">
        <Text>{text('services.connect.text')}</Text>
        {allowed !== null && <Text>{text('services.allowed.hint')}</Text>}
        <TextInput
          label={text('services.connect.address')}
          placeholder="https://fleet.example"
          value={address}
          readOnly={allowed !== null}
          maxLength={2_048}
          spellCheck={false}
          error={fieldError(fieldWords(connect.error, 'address'))}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {connect.busy && <Text role="status">{text('services.connect.waiting')}</Text>}
      </Stack>
    </FormDialog>
  )
}
