import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DatabaseError } from '../../database/database-error.ts'
import { syncFolder } from '../../database/durable.ts'

/** In the data folder from before the first file is moved until the last one is in place. */
const MARKER_FILE = 'restore-in-progress.json'

const markerSchema = z.object({
  backup: z.string(),
  /** The folder in `damaged` that receives the former files; a repeated restore continues to fill the same one. */
  damaged: z.string(),
})

export type RestoreMarker = z.infer<typeof markerSchema>

/**
 * Refuses a folder in which a restore was interrupted: its files may be part old, part new.
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

/** The marker of an interrupted restore, or null if there is none. */
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
    // Unreadable, but a restore was under way: the next one sets the present files aside again.
    return { backup: 'a backup', damaged: 'interrupted' }
  }
}

export async function writeMarker(dataDir: string, marker: RestoreMarker): Promise<void> {
  const file = join(dataDir, MARKER_FILE)
  // Renamed into place: a crash leaves the old marker, the new one or none, but never half of one.
  await writeFile(`${file}.new`, JSON.stringify(marker), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncFolder(dataDir)
}

export async function removeMarker(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARKER_FILE), { force: true })
  await syncFolder(dataDir)
}
