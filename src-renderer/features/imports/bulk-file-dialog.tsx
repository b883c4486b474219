import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords, type ErrorWords } from '../../client/error-words.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { PreviewWaiting } from '../bulk/bulk-dialog.tsx'
import { BulkPreviewView } from '../bulk/bulk-preview.tsx'
import { ConfirmCount, isConfirmed } from '../bulk/confirm-count.tsx'
import { isChoiceChanged, usePreview } from '../bulk/use-preview.ts'
import { trackJob } from '../jobs/job-store.ts'
import { ChosenFile } from './chosen-file.tsx'
import { COMMAND_FIELDS } from './column-choice.ts'
import { useLook } from './use-look.ts'
import { useUpload } from './use-upload.ts'

interface BulkFileDialogProps {
  projectId: string
  environment: EnvironmentName
  command: 'activate' | 'update'
  onClose: () => void
}

/**
 * Plates and drivers for many cards from a file: which columns, what would happen, and one button that says how many.
 */
export function BulkFileDialog({ projectId, environment, command, onClose }: BulkFileDialogProps) {
  const { client } = useService()
  const place = { projectId, environment }
  const upload = useUpload()
  const file = useLook(place, upload.uploadId, COMMAND_FIELDS[command])
  const { source } = file
  const request = source === null ? null : { ...place, ...source, command: { type: command } }
  const { preview, error, retry } = usePreview('bulk.previewFile', request)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorWords | null>(null)
  const count = preview?.allowed ?? 0
  const start = async () => {
    if (request === null || preview === null) return
    setBusy(true)
    const result = await client.call('bulk.startFile', { ...request, choice: preview.choice })
    setBusy(false)
    if (!result.ok) {
      setProblem(errorWords(result.error))
      if (isChoiceChanged(result.error)) retry()
      return
    }
    trackJob(environment, result.value)
    onClose()
  }
  return (
    <FormDialog
      title={text(`bulk.title.${command}`)}
      action={count === 0 ? text(`bulk.do.${command}`) : plural(`bulk.do.${command}.count`, count)}
      busy={busy}
      disabled={count === 0 || (environment === 'production' && !isConfirmed(count, typed))}
      problem={problem ?? (error === null ? null : errorWords(error))}
      size="40rem"
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <ChosenFile
        upload={upload}
        file={file}
        fields={COMMAND_FIELDS[command]}
        hint={text(`files.hint.${command}`)}
        locked={busy}
      />
      {request !== null &&
        error === null &&
        (preview === null ? <PreviewWaiting /> : <BulkPreviewView command={command} preview={preview} />)}
      {environment === 'production' && count > 0 && <NeedsSecondPerson projectId={projectId} cards={count} />}
      {environment === 'production' && count > 0 && <ConfirmCount count={count} value={typed} onChange={setTyped} />}
    </FormDialog>
  )
}
