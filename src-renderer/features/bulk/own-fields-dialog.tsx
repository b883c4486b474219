import { Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { BulkRequest, BulkSelection } from '../../../src-main/domain/cards/bulk.ts'
import { OWN_FIELD_LENGTHS, OWN_FIELDS, type OwnField } from '../../../src-main/domain/cards/card-fields.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useService } from '../../client/client-context.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { PreviewWaiting } from './bulk-dialog.tsx'
import { BulkPreviewView } from './bulk-preview.tsx'
import { ConfirmCount, isConfirmed } from './confirm-count.tsx'
import { usePreview } from './use-preview.ts'
import { useStart } from './use-start.ts'

const TYPING_MS = 300

interface OwnFieldsDialogProps extends ProjectScope {
  selection: BulkSelection
  onStarted: () => void
  onClose: () => void
}

/** Gives many cards the same cost centre, reference or notes: a preview, and one button that says how many change. */
export function OwnFieldsDialog({ projectId, environment, selection, onStarted, onClose }: OwnFieldsDialogProps) {
  const { client } = useService()
  const place = { projectId, environment }
  const [values, setValues] = useState<Record<OwnField, string>>({ internalReference: '', costCentre: '', notes: '' })
  // What is asked about follows the typing after a short pause.
  const [asked] = useDebouncedValue(values, TYPING_MS)
  const given = OWN_FIELDS.flatMap((field) => (asked[field].trim() === '' ? [] : [[field, asked[field].trim()]]))
  const request: BulkRequest | null =
    given.length === 0 ? null : { selection, command: { type: 'update', ...Object.fromEntries(given) } }
  const { preview, error, retry } = usePreview('bulk.preview', request === null ? null : { ...place, request })
  const [typed, setTyped] = useState('')
  const { busy, problem, start } = useStart({ environment, retry, onStarted })
  const count = preview?.allowed ?? 0
  const isReal = environment === 'production'
  const begin = () => {
    if (preview === null || request === null) return
    void start(client.call('bulk.start', { ...place, request, choice: preview.choice }))
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
      disabled={values !== asked || count === 0 || (isReal && !isConfirmed(count, typed))}
      problem={problem}
      size="35rem"
      onSubmit={begin}
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
