import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { FileTask } from '../cards/card-place.ts'
import { BulkFileDialog } from './bulk-file-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

interface FileDialogProps {
  projectId: string
  environment: EnvironmentName
  task: FileTask
  onClose: () => void
}

/** What a file is for: the provider's list, or a command on many cards. */
export function FileDialog({ task, ...props }: FileDialogProps) {
  if (task === 'import') return <ImportDialog {...props} />
  return <BulkFileDialog {...props} command={task === 'activate-file' ? 'activate' : 'update'} />
}
