import { Button, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { AskingDevice } from '../../../src-main/domain/people/connected-app.ts'
import { fieldWords, restWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { fieldError } from '../../components/feedback/error-text.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { text } from '../../locales/messages.ts'
import { Consent } from './consent.tsx'
import type { Outcome } from './asking-app.ts'

/** A program elsewhere, which shows a code (RFC 8628). */
export function ConnectDevice({ onOutcome }: { onOutcome: (outcome: Outcome) => void }) {
  const [userCode, setUserCode] = useState('')
  const [asking, setAsking] = useState<AskingDevice | null>(null)
  const look = useCall('apps.lookDevice', [], setAsking)
  const approve = useCall('apps.decideDevice', ['profile.sessions'], () => onOutcome('connected'))
  const refuse = useCall('apps.decideDevice', [], () => onOutcome('refused'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    look.run({ userCode })
  }
  if (asking !== null)
    return (
      <Consent
        app={asking.app}
        facts={[
          ['device', asking.device],
          ['address', asking.address],
          ['code', asking.code],
        ]}
        busy={approve.busy || refuse.busy}
        problem={approve.problem ?? refuse.problem}
        onApprove={() => approve.run({ userCode: asking.code, approved: true })}
        onRefuse={() => refuse.run({ userCode: asking.code, approved: false })}
      />
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <h1>{text('apps.device.title')}</h1>
        <p>{text('apps.device.text')}</p>
        <TextInput
          label={text('apps.field.code')}
          value={userCode}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          error={fieldError(fieldWords(look.error, 'userCode'))}
          onChange={(event) => setUserCode(event.currentTarget.value)}
        />
        <Problem words={restWords(look.error, ['userCode'])} />
        <Button type="submit" w="fit-content" loading={look.busy} disabled={userCode.trim() === ''}>
          {text('apps.continue')}
        </Button>
      </Stack>
    </form>
  )
}
