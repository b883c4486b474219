import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DriftResolution } from '../../../../src-main/domain/provider.ts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { plural, text } from '../../../locales/messages.ts'

interface ResolveDialogProps {
  resolution: DriftResolution
  count: number
  busy: boolean
  problem: string | null
  onSubmit: () => void
  onClose: () => void
}

/** Many real cards at once: their number is typed, so that nobody does it in passing. */
export function ResolveDialog({ resolution, count, busy, problem, onSubmit, onClose }: ResolveDialogProps) {
  const [typed, setTyped] = useState('')
  const right = typed.trim() === String(count)
  return (
    <FormDialog title={plural(`drift.${resolution}.title`, count)} action={plural(`drift.${resolution}.many`, count)} disabled={!right} busy={busy} problem={problem} onSubmit={onSubmit} onClose={onClose}>
      <Text size="sm">{text(`drift.${resolution}.text`)}</Text>
      <TextInput data-autofocus label={text('drift.type', { count })} inputMode="numeric" autoComplete="off" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
    </FormDialog>
  )
}
