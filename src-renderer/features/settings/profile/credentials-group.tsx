import { Button } from '@mantine/core'
import { useState } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { useNow } from '../../../components/text/use-now.ts'
import { formatMoment, plural, text } from '../../../locales/messages.ts'
import { Row, SettingsGroup } from '../settings-group.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'

type Open = 'password' | 'add' | 'remove' | 'codes' | null

/** Password, authenticator app, recovery codes, passkeys and identity provider. */
export function CredentialsGroup({ credentials }: { credentials: CallOutput<'credentials.get'> }) {
  const [open, setOpen] = useState<Open>(null)
  const now = useNow()
  const close = () => setOpen(null)
  const { passwordSetAt, totpSince, recoveryCodesLeft, provider } = credentials
  const time = (at: string) => formatMoment(at, now)
  return (
    <SettingsGroup title={text('profile.signingIn')}>
      <Row
        label={text('profile.password')}
        hint={
          passwordSetAt === null ? text('profile.none') : text('profile.password.since', { time: time(passwordSetAt) })
        }
      >
        <Permitted call="credentials.setPassword">
          <Button variant="default" onClick={() => setOpen('password')}>
            {text(passwordSetAt === null ? 'profile.password.set' : 'profile.password.change')}
          </Button>
        </Permitted>
      </Row>
      <Row
        label={text('profile.totp')}
        hint={totpSince === null ? text('profile.none') : text('profile.totp.since', { time: time(totpSince) })}
      >
        <Permitted call={totpSince === null ? 'credentials.beginTotp' : 'credentials.removeTotp'}>
          <Button variant="default" onClick={() => setOpen(totpSince === null ? 'add' : 'remove')}>
            {text(totpSince === null ? 'profile.totp.add' : 'profile.totp.remove')}
          </Button>
        </Permitted>
      </Row>
      {totpSince !== null && (
        <Row label={text('profile.codes')} hint={plural('profile.codes.left', recoveryCodesLeft)}>
          <Permitted call="credentials.renewRecoveryCodes">
            <Button variant="default" onClick={() => setOpen('codes')}>
              {text('profile.codes.renew')}
            </Button>
          </Permitted>
        </Row>
      )}
      <PasskeyRows credentials={credentials} />
      {provider !== null && (
        <Row
          label={text('profile.provider')}
          hint={provider.decidesRoles ? text('profile.provider.roles', { name: provider.name }) : undefined}
        >
          {provider.name}
        </Row>
      )}
      {open === 'password' && <PasswordDialog hasPassword={passwordSetAt !== null} onClose={close} />}
      {open === 'add' && <TotpDialog onClose={close} />}
      {open === 'remove' && <CodeDialog what="remove" onClose={close} />}
      {open === 'codes' && <CodeDialog what="renew" onClose={close} />}
    </SettingsGroup>
  )
}
