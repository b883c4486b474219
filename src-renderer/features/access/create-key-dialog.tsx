import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CreatedApiKey } from '../../../src-main/domain/access.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { fieldWords, restWords } from '../../client/error-words.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { fieldError } from '../../components/feedback/error-text.tsx'
import { DAY_MS, text } from '../../locales/messages.ts'
import { useKeyCall } from './use-key-call.ts'

const NEVER = ''
const EXPIRY_DAYS = [30, 90, 365] as const

interface CreateKeyDialogProps extends ProjectScope {
  onCreated: (key: CreatedApiKey) => void
  onClose: () => void
}

export function CreateKeyDialog({ projectId, environment, onCreated, onClose }: CreateKeyDialogProps) {
  const { busy, error, run } = useKeyCall('keys.create', onCreated)
  const [name, setName] = useState('')
  const [days, setDays] = useState(NEVER)
  const [judged, setJudged] = useState(false)
  const missing = name.trim() === ''
  const submit = () => {
    setJudged(true)
    if (missing) return
    run({
      projectId,
      environment,
      name,
      expiresAt: days === NEVER ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    })
  }
  return (
    <FormDialog
      title={text('keys.new.title', { environment: text(`environment.${environment}`) })}
      action={text('keys.create')}
      busy={busy}
      problem={restWords(error, ['name'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{text(`keys.new.${environment}`)}</Text>
      {environment === 'production' && <NeedsSecondPerson projectId={projectId} />}
      <TextInput
        data-autofocus
        label={text('keys.new.name')}
        description={text('keys.new.name.hint')}
        placeholder={text('keys.new.name.example')}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={judged && missing ? text('keys.new.name.required') : fieldError(fieldWords(error, 'name'))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={text('keys.new.expires')}
        data={[
          { value: NEVER, label: text('keys.new.expires.never') },
          ...EXPIRY_DAYS.map((count) => ({ value: String(count), label: text('keys.new.expires.days', { count }) })),
        ]}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
