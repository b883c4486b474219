import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../../../domain/errors.ts'
import type { ChangeContext } from '../../../kernel/change-context.ts'
import { openCardFile, type OpenedCardFile } from '../../../cards/files/open-card-file.ts'
import { applyFile } from '../import-apply.ts'
import type { EnvironmentCore } from '../../../kernel/environment-core.ts'
import { mayImportFrom } from '../../../kernel/network.ts'
import { noteFailure, noteSuccess } from '../../pull/pull-end.ts'
import type { SyncRunRow } from '../../run-store.ts'
import { startSyncRun, type RunFailure } from '../../sync-run.ts'
import { fileAt, filesOf, forgetOthers, isRead, rememberRead, type FolderFile } from './new-files.ts'

export interface FolderTask {
  projectId: string
  projectKey: number
  folder: string
  trigger: SyncRunRow['trigger']
}

/** A file unchanged for this long is no longer being written. */
const SETTLE_MS = 2_000

/**
 * Imports each new export in a watched folder as a run of its own. A file may cover only part of the fleet: cards it
 * does not name stay unchanged. A pull that a person asked for is recorded even if there is nothing new.
 */
export async function pullFolder(
  core: EnvironmentCore,
  task: FolderTask,
  signal: AbortSignal,
  recorded: (runId: string) => void,
): Promise<void> {
  const { folder, projectKey } = task
  if (!mayImportFrom(core.network(), folder)) {
    const error = `The folder ${folder} is not among those that the administrator allows (serve --import-folder).`
    return recordFailed(core, task, { source: folder, error, kind: 'folder' }, recorded)
  }
  try {
    const files = await filesOf(folder)
    await forgetOthers(core, projectKey, files)
    const unread: typeof files = []
    for (const file of files) if (!(await isRead(core, projectKey, file))) unread.push(file)
    const settled = await settledOf(folder, unread, signal)
    if (settled.length === 0 && task.trigger === 'manual') await recordNothing(core, task, recorded)
    for (const file of settled) {
      signal.throwIfAborted()
      await readOne(core, task, file, signal, recorded)
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof Error) || !('syscall' in error)) throw error
    await recordFailed(
      core,
      task,
      {
        source: folder,
        error: `The folder ${folder} cannot be read (${'code' in error ? String(error.code) : error.message}).`,
        kind: 'folder',
      },
      recorded,
    )
  }
}

async function settledOf(folder: string, files: readonly FolderFile[], signal: AbortSignal): Promise<FolderFile[]> {
  if (files.length === 0) return []
  await sleep(SETTLE_MS, undefined, { signal })
  const settled: FolderFile[] = []
  for (const file of files) {
    const now = await fileAt(folder, file.name)
    // A file that is still growing is found again by the next check.
    if (now?.fingerprint === file.fingerprint) settled.push(file)
  }
  return settled
}

async function readOne(
  core: EnvironmentCore,
  task: FolderTask,
  file: FolderFile,
  signal: AbortSignal,
  recorded: (runId: string) => void,
): Promise<void> {
  const { projectId, projectKey, folder, trigger } = task
  const context: ChangeContext = { actor: { type: 'provider', id: null, name: folder }, channel: 'provider' }
  let opened: OpenedCardFile
  try {
    opened = await openCardFile({ file: file.path }, signal)
  } catch (error) {
    if (signal.aborted) throw error
    await recordFailed(core, task, { source: file.name, error: reasonOf(error), kind: null }, recorded, file)
    return
  }
  try {
    await applyFile(
      core,
      projectId,
      {},
      opened,
      { kind: 'pull', source: file.name, trigger },
      context,
      { signal },
      recorded,
    )
  } catch (error) {
    if (signal.aborted) throw error
    // Its run has already recorded this failure.
    await core.database.write(async (transaction) => {
      await rememberRead(core, transaction, projectKey, file)
      await noteFailure(core, transaction, projectId, reasonOf(error))
      return undefined
    })
    return
  }
  const same = (await fileAt(folder, file.name))?.fingerprint === file.fingerprint
  await core.database.write(async (transaction) => {
    // A file that changed meanwhile may have been imported only in part: it is read again.
    if (same) await rememberRead(core, transaction, projectKey, file)
    await noteSuccess(core, transaction, projectId)
    return undefined
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.details?.map(({ message }) => message).join(' ') ?? error.message
  return error instanceof Error ? error.message : String(error)
}

/** An unreadable file is not tried again until it changes. */
async function recordFailed(
  core: EnvironmentCore,
  { projectId, projectKey, trigger }: FolderTask,
  { source, error, kind }: Omit<RunFailure, 'state'> & { source: string },
  recorded: (runId: string) => void,
  file?: FolderFile,
): Promise<void> {
  const run = await startSyncRun(core, projectId, { kind: 'pull', source, trigger })
  recorded(run.id)
  await core.database.write(async (transaction) => {
    await run.finish(transaction, { state: 'failed', error, kind })
    if (file !== undefined) await rememberRead(core, transaction, projectKey, file)
    await noteFailure(core, transaction, projectId, error)
    return undefined
  })
}

async function recordNothing(
  core: EnvironmentCore,
  { projectId, folder, trigger }: FolderTask,
  recorded: (runId: string) => void,
): Promise<void> {
  const run = await startSyncRun(core, projectId, { kind: 'pull', source: folder, trigger })
  recorded(run.id)
  await core.database.write(async (transaction) => {
    await run.finish(transaction)
    await noteSuccess(core, transaction, projectId)
    return undefined
  })
}
