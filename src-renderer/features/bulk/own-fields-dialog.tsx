import { Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { BulkRequest, BulkSelection } from '../../../src-main/domain/cards/bulk.ts'
import { OWN_FIELD_LENGTHS, OWN_FIELDS, type OwnField } from '../../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords, type ErrorWords } from '../../client/error-words.ts'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { trackJob } from '../jobs/job-store.ts'
import { PreviewWaiting } from './bulk-dialog.tsx'
import { BulkPreviewView } from './bulk-preview.tsx'
import { ConfirmCount, isConfirmed } from './confirm-count.tsx'
import { isChoiceChanged, usePreview } from './use-preview.ts'

const TYPING_MS = 300

interface OwnFieldsDialogProps {
  projectId: string
  environment: EnvironmentName
  selection: BulkSelection
  onStarted: () => void
  onClose: () => void
}

/** Gives many cards the same cost centre, reference or notes: a preview, and one button that says how many change. */
export function OwnFieldsDialog({ projectId, environment, selection, onStarted, onClose }: OwnFieldsDialogProps) {
  const { client } = useService()
  const place = { projectId, environment }
  const [values, setValues] = useState<Record<OwnField, string>>({ internalReference: '', costCentre: '', notes: '' })
  const given = OWN_FIELDS.flatMap((field) => (values[field].trim() === '' ? [] : [[field, values[field].trim()]]))
  // Compared as text: what is asked about follows the typing after a short pause.
  const wanted = JSON.stringify(Object.fromEntries(given))
  const [asked] = useDebouncedValue(wanted, TYPING_MS)
  const request: BulkRequest | null =
    asked === '{}'
      ? null
      : { selection, command: { type: 'update', ...(JSON.parse(asked) as Partial<Record<OwnField, string>>) } }
  const { preview, error, retry } = usePreview('bulk.preview', request === null ? null : { ...place, request })
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorWords | null>(null)
  const count = preview?.allowed ?? 0
  const isReal = environment === 'production'
  const start = async () => {
    if (preview === null || request === null) return
    setBusy(true)
    const started = await client.call('bulk.start', { ...place, request, choice: preview.choice })
    setBusy(false)
    if (started.ok) {
      trackJob(environment, started.value)
      return onStarted()
    }
    setProblem(errorWords(started.error))
    if (isChoiceChanged(started.error)) retry()
  }
  const field = (name: OwnField) => ({
    label: text(`cards.column.${name}`),
    value: values[name],
    maxLength: OWN_FIELD_LENGTHS[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <FormDialog
      title={text('card.own')}
      action={count === 0 ? text('bulk.do.update') : plural('bulk.do.update.count', count)}
      busy={busy}
      disabled={wanted !== asked || count === 0 || (isReal && !isConfirmed(count, typed))}
      problem={problem}
      size="35rem"
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <Text c="dimmed" fz="sm" lh={1.5}>
        {text('bulk.own.text')}
      </Text>
      <TextInput autoFocus data-autofocus {...field('costCentre')} />
      <TextInput {...field('internalReference')} />
      <Textarea autosize minRows={2} maxRows={6} {...field('notes')} />
      {error !== null && <ErrorMessage title={text('bulk.preview.error')} error={error} onRetry={retry} />}
      {request !== null && error === null && preview === null && <PreviewWaiting />}
      {preview !== null && <BulkPreviewView command="update" preview={preview} />}
      {isReal && count > 0 && <NeedsSecondPerson projectId={projectId} cards={count} />}
      {isReal && count > 0 && <ConfirmCount count={count} value={typed} onChange={setTyped} />}
    </FormDialog>
  )
}
