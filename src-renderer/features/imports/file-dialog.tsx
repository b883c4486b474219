import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import '../../locales/later-words.ts'
import type { FileTask } from '../cards/card-place.ts'
import { BulkFileDialog } from './bulk-file-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ListDialog } from './list-dialog.tsx'

interface FileDialogProps {
  projectId: string
  environment: EnvironmentName
  task: FileTask
  onClose: () => void
}

/** What a file or a list is for: the provider's cards, a command on many, or a selection. */
export function FileDialog({ task, ...props }: FileDialogProps) {
  if (task === 'import') return <ImportDialog {...props} />
  if (task === 'list') return <ListDialog {...props} />
  return <BulkFileDialog {...props} command={task === 'activate-file' ? 'activate' : 'update'} />
}
