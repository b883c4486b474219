import { Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../client/use-call.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { ConfirmCount, isConfirmed } from '../bulk/confirm-count.tsx'
import { CHANGED_BY_SYNC } from './sync-place.ts'

/** An implausibly short list: a person who knows better confirms how many cards are gone. */
export function AcceptMissingDialog({
  projectId,
  missing,
  onClose,
}: {
  projectId: string
  missing: number
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const { busy, problem, run } = useCall('sync.now', CHANGED_BY_SYNC, onClose)
  return (
    <FormDialog
      danger
      title={plural('sync.missing.title', missing)}
      action={plural('sync.missing.do', missing)}
      disabled={!isConfirmed(missing, typed)}
      busy={busy}
      problem={problem}
      onSubmit={() => run({ projectId, full: true, acceptMissing: true })}
      onClose={onClose}
    >
      <Text size="sm">{plural('sync.missing.text', missing)}</Text>
      <ConfirmCount count={missing} value={typed} onChange={setTyped} hint={text('sync.missing.hint')} />
    </FormDialog>
  )
}
