import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { DEFAULT_GRACE_SECONDS, LONGEST_GRACE_SECONDS } from '../../../../src-main/domain/webhook.ts'
import { useCall } from '../../../client/use-call.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../../locales/messages.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
const OVERLAPS = [0, HOUR_SECONDS, DEFAULT_GRACE_SECONDS, 3 * DAY_SECONDS, LONGEST_GRACE_SECONDS] as const

/** A new secret; the old one keeps signing for a chosen time. */
export function RotateDialog({
  onRotated,
  onClose,
  ...place
}: ProjectScope & { onRotated: (secret: string) => void; onClose: () => void }) {
  const [overlap, setOverlap] = useState<number>(DEFAULT_GRACE_SECONDS)
  const { busy, problem, run } = useCall('webhook.rotate', ['webhook.get', 'audit.list'], ({ secret }) =>
    onRotated(secret),
  )
  return (
    <FormDialog
      title={text('webhook.rotate.title')}
      action={text('webhook.rotate')}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ ...place, gracePeriodSeconds: overlap })}
      onClose={onClose}
    >
      <Text size="sm">{text('webhook.rotate.text')}</Text>
      <NativeSelect
        data-autofocus
        label={text('webhook.rotate.overlap')}
        description={overlap === 0 ? text('webhook.rotate.overlap.leaked') : undefined}
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
