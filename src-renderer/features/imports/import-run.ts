import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CallOutput, CrossedError } from '../../../src-preload/contract.ts'
import { errorWords } from '../../client/error-words.ts'
import type { HostClient } from '../../client/host-client.ts'
import type { ServerData } from '../../client/server-data.ts'
import { discardUpload } from '../../client/uploads.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'
import { changeWork, endWork, putWork } from '../jobs/job-store.ts'

export type ImportReport = CallOutput<'imports.run'>

export interface ImportSource {
  projectId: string
  environment: EnvironmentName
  uploadId: string
  map: string
  sheet?: string
  complete: boolean
  /** A person confirmed that the cards missing from the file are gone. */
  acceptMissing?: boolean
}

/** The expected number of changed rows, for the progress. */
interface ImportPlan {
  fileName: string
  rows: number
}

/** Applies an import. Closing the dialog leaves it running in the tray, which reports its end. */
export async function applyImport(
  client: HostClient,
  data: ServerData,
  source: ImportSource,
  { fileName, rows }: ImportPlan,
): Promise<{ report: ImportReport | null; error: CrossedError | null }> {
  const id = source.uploadId
  let cancelled = false
  // Removing the file ends the import; what it has written stays.
  const cancel = () => {
    cancelled = true
    void discardUpload(client, id)
  }
  putWork({ id, title: text('import.doing', { name: fileName }), share: null, problem: null, cancel })
  const end = client.subscribe('work.progressed', (progress) => {
    if (progress.id === id) changeWork(id, { share: Math.min(1, progress.done / Math.max(progress.total ?? rows, 1)) })
  })
  const result = await client.call('imports.run', { ...source, apply: true })
  end()
  data.invalidate(['cards.list', 'cards.get', 'audit.list', 'sync.runs'])
  if (!result.ok && cancelled) {
    endWork(id)
    showToast('trouble', text('import.cancelled'))
    return { report: null, error: null }
  }
  if (!result.ok) {
    changeWork(id, { problem: errorWords(result.error) })
    return { report: null, error: result.error }
  }
  endWork(id)
  showToast('done', text('import.done', { create: result.value.create, change: result.value.change }))
  return { report: result.value, error: null }
}
