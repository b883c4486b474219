import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiKey, CreatedApiKey } from '../../../src-main/domain/access.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { useKeyCall } from './use-key-call.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
const OVERLAPS = [0, HOUR_SECONDS, DAY_SECONDS, 7 * DAY_SECONDS] as const

export function RollKeyDialog({
  apiKey,
  onRolled,
  onClose,
}: {
  apiKey: ApiKey
  onRolled: (key: CreatedApiKey) => void
  onClose: () => void
}) {
  const { busy, problem, run } = useKeyCall('keys.roll', onRolled)
  const [overlap, setOverlap] = useState<number>(DAY_SECONDS)
  return (
    <FormDialog
      title={text('keys.roll.title', { name: apiKey.name })}
      action={text('keys.roll.do')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ keyId: apiKey.id, overlapSeconds: overlap })}
      onClose={onClose}
    >
      <Text size="sm">{text('keys.roll.text')}</Text>
      {apiKey.environment === 'production' && <NeedsSecondPerson projectId={apiKey.projectId} />}
      <NativeSelect
        data-autofocus
        label={text('keys.roll.overlap')}
        data={OVERLAPS.map((seconds) => ({ value: String(seconds), label: overlapWords(seconds) }))}
        value={String(overlap)}
        onChange={(event) => setOverlap(Number(event.currentTarget.value))}
      />
    </FormDialog>
  )
}

function overlapWords(seconds: number): string {
  if (seconds === 0) return text('keys.roll.overlap.now')
  return seconds < DAY_SECONDS
    ? plural('keys.roll.overlap.hours', seconds / HOUR_SECONDS)
    : plural('keys.roll.overlap.days', seconds / DAY_SECONDS)
}
