import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncFolder } from '../../database/durable.ts'
import { timeForName } from './backups-folder.ts'
import { BACKED_UP, backedUpFile } from './manifest.ts'
import { readMarker, removeMarker, writeMarker } from './restore-marker.ts'

/** A database's companion files, moved along with it. */
const COMPANIONS = ['-wal', '-shm']

/**
 * Moves the former databases to `damaged/<time>` and the staged ones into their place. A marker file records the swap
 * until it is complete; if there is one already, continues the interrupted swap.
 *
 * @returns the folder of the former files, or null if there were none
 */
export async function swapIn({
  dataDir,
  stage,
  backup,
  now,
}: {
  dataDir: string
  stage: string
  backup: string
  now: Date
}): Promise<string | null> {
  const marker = { backup, damaged: readMarker(dataDir)?.damaged ?? freeName(dataDir, now) }
  await writeMarker(dataDir, marker)
  const damaged = join(dataDir, 'damaged', marker.damaged)
  for (const kind of BACKED_UP) await moveAway(backedUpFile(dataDir, kind), damaged)
  const hadFiles = existsSync(damaged)
  if (hadFiles) await syncFolder(damaged)
  for (const kind of BACKED_UP) await rename(backedUpFile(stage, kind), backedUpFile(dataDir, kind))
  await syncFolder(dataDir)
  await removeMarker(dataDir)
  return hadFiles ? damaged : null
}

/** The database goes last: once it is in `damaged`, any file in its place came from a restore. */
async function moveAway(file: string, damaged: string): Promise<void> {
  if (existsSync(join(damaged, basename(file)))) {
    for (const path of [file, ...COMPANIONS.map((ending) => file + ending)]) await rm(path, { force: true })
    return
  }
  for (const path of [...COMPANIONS.map((ending) => file + ending), file]) {
    if (!existsSync(path)) continue
    await mkdir(damaged, { recursive: true, mode: 0o700 })
    await rename(path, join(damaged, basename(path)))
  }
}

function freeName(dataDir: string, now: Date): string {
  const name = timeForName(now)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(dataDir, 'damaged', candidate))) return candidate
  }
}
