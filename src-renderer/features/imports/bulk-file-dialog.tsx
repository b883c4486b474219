import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords } from '../../client/error-words.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { plural, text } from '../../locales/messages.ts'
import { NeedsSecondPerson } from '../approvals/needs-second-person.tsx'
import { PreviewWaiting } from '../bulk/bulk-dialog.tsx'
import { BulkPreviewView } from '../bulk/bulk-preview.tsx'
import { ConfirmCount, isConfirmed } from '../bulk/confirm-count.tsx'
import { usePreview } from '../bulk/use-preview.ts'
import { useStart } from '../bulk/use-start.ts'
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
  const { busy, problem, start } = useStart({ environment, retry, onStarted: onClose })
  const count = preview?.allowed ?? 0
  const begin = () => {
    if (request === null || preview === null) return
    void start(client.call('bulk.startFile', { ...request, choice: preview.choice }))
  }
  return (
    <FormDialog
      title={text(`bulk.title.${command}`)}
      action={count === 0 ? text(`bulk.do.${command}`) : plural(`bulk.do.${command}.count`, count)}
      busy={busy}
      disabled={count === 0 || (environment === 'production' && !isConfirmed(count, typed))}
      problem={problem ?? (error === null ? null : errorWords(error))}
      size="40rem"
      onSubmit={begin}
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
