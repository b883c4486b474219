import { Button } from '@mantine/core'
import { useState } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useService } from '../../../client/client-context.tsx'
import { errorWords } from '../../../client/error-words.ts'
import { useCall } from '../../../client/use-call.ts'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { useNow } from '../../../components/text/use-now.ts'
import { formatMoment, text } from '../../../locales/messages.ts'
import { newPasskey } from '../../sign-in/passkey-browser.ts'
import { Row } from '../settings-group.tsx'

/** The person's passkeys, each to remove, and one more to add. */
export function PasskeyRows({ credentials }: { credentials: CallOutput<'credentials.get'> }) {
  const { client, data } = useService()
  const now = useNow()
  const [busy, setBusy] = useState(false)
  const remove = useCall('credentials.removePasskey', ['credentials.get'], () => {})
  const add = async () => {
    setBusy(true)
    const challenge = await client.call('credentials.beginPasskey', { name: text('passkey.name') })
    const made = challenge.ok ? await newPasskey(challenge.value) : null
    setBusy(false)
    if (!challenge.ok) return showToast('trouble', errorWords(challenge.error))
    if (made === null) return showToast('trouble', text('passkey.failed'))
    const added = await client.call('credentials.addPasskey', made)
    if (added.ok) data.invalidate(['credentials.get'])
    else showToast('trouble', errorWords(added.error))
  }
  return (
    <>
      <Row
        label={text('profile.passkeys')}
        hint={
          credentials.passkeysPossible
            ? credentials.passkeys.length === 0
              ? text('profile.none')
              : undefined
            : text('profile.passkeys.impossible')
        }
      >
        {credentials.passkeysPossible && (
          <Permitted call="credentials.beginPasskey">
            <Button variant="default" loading={busy} onClick={() => void add()}>
              {text('profile.passkeys.add')}
            </Button>
          </Permitted>
        )}
      </Row>
      {credentials.passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          label={passkey.name}
          hint={
            !passkey.works
              ? text('profile.passkeys.elsewhere', { host: passkey.host })
              : passkey.lastUsedAt === null
                ? text('profile.passkeys.unused')
                : text('profile.passkeys.used', { time: formatMoment(passkey.lastUsedAt, now) })
          }
        >
          <Permitted call="credentials.removePasskey">
            <ToolButton
              icon="delete"
              label={text('profile.passkeys.remove', { name: passkey.name })}
              onClick={() => remove.run({ passkeyId: passkey.id })}
            />
          </Permitted>
        </Row>
      ))}
      <Problem words={remove.problem} />
    </>
  )
}
