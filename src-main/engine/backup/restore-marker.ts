import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DatabaseError } from '../../database/database-error.ts'
import { syncFolder } from '../../database/durable.ts'

/** Stands in the data folder from before the first file is moved until after the last one is in its place. */
const MARKER_FILE = 'restore-in-progress.json'

const markerSchema = z.object({
  backup: z.string(),
  /** The name of the folder in `damaged` that takes the former files; a repetition goes on filling the same one. */
  damaged: z.string(),
})

export type RestoreMarker = z.infer<typeof markerSchema>

/**
 * Refuses a folder in which a restore was interrupted: some of its files may be new and some old.
 *
 * @throws DatabaseError `unfinished`
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  const marker = readMarker(dataDir)
  if (marker === null) return
  throw new DatabaseError(
    'unfinished',
    dataDir,
    `A restore of ${marker.backup} into ${dataDir} was interrupted; run the restore again, it will finish`,
  )
}

/** The marker of an interrupted restore, or null where there is none. */
export function readMarker(dataDir: string): RestoreMarker | null {
  let text: string
  try {
    text = readFileSync(join(dataDir, MARKER_FILE), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new DatabaseError(
      'unfinished',
      dataDir,
      `${join(dataDir, MARKER_FILE)} cannot be read; a restore may have been interrupted`,
      error,
    )
  }
  try {
    return markerSchema.parse(JSON.parse(text))
  } catch {
    // Not ours any more, but something was under way: what lies in the folder is kept apart and put aside once more.
    return { backup: 'a backup', damaged: 'interrupted' }
  }
}

export async function writeMarker(dataDir: string, marker: RestoreMarker): Promise<void> {
  const file = join(dataDir, MARKER_FILE)
  // Renamed into place, so that a crash leaves the old marker, the new one or none, but never half of one.
  await writeFile(`${file}.new`, JSON.stringify(marker), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncFolder(dataDir)
}

export async function removeMarker(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARKER_FILE), { force: true })
  await syncFolder(dataDir)
}
