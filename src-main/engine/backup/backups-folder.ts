import { existsSync, readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupInfo } from '../../domain/desk/backup.ts'
import { readArchiveHeader } from './archive.ts'
import { ARCHIVE_ENDING, infoOfArchive } from './encrypted-backup.ts'
import { BACKED_UP, backedUpFile, infoOf, readManifest, type Manifest } from './manifest.ts'

/** The folder for backups inside the data folder: each a folder with three databases and a manifest, or one file. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

const PREFIX = 'fuelcard-desk-'
/** A name that starts with a dot is not a finished backup, whatever it contains. */
const PASSING = /^\.(partial|removing)-fuelcard-desk-/

/** A moment as part of a file name that every system accepts and that sorts by time. */
export function timeForName(moment: Date): string {
  return moment
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(':', '-')
}

/** A name that neither a folder nor a file has yet: two backups may be made within one second. */
export function freeBackupName(folder: string, moment: Date): string {
  const name = `${PREFIX}${timeForName(moment)}`
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(folder, candidate)) && !existsSync(join(folder, candidate + ARCHIVE_ENDING))) return candidate
  }
}

/** Where a backup is written until it is finished, and where it is moved before it is removed. */
export function passingPath(folder: string, name: string, state: 'partial' | 'removing'): string {
  return join(folder, `.${state}-${name}`)
}

/** A finished backup. `manifest` is null for an encrypted one, which needs the passphrase. */
export interface FoundBackup {
  info: BackupInfo
  manifest: Manifest | null
}

/** The finished backups in a folder, newest first. */
export function readBackups(folder: string): FoundBackup[] {
  return namesIn(folder)
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => findBackup(join(folder, name)) ?? [])
    .sort((left, right) =>
      left.info.createdAt === right.info.createdAt
        ? compare(right.info.name, left.info.name)
        : compare(right.info.createdAt, left.info.createdAt),
    )
}

function findBackup(path: string): FoundBackup | null {
  if (path.endsWith(ARCHIVE_ENDING)) {
    const header = readArchiveHeader(path)
    return header === null ? null : { info: infoOfArchive(path, header), manifest: null }
  }
  const read = readManifest(path)
  return read.ok && hasItsFiles(path, read.manifest)
    ? { info: infoOf(path, read.manifest), manifest: read.manifest }
    : null
}

function hasItsFiles(backupPath: string, manifest: Manifest): boolean {
  return BACKED_UP.every(
    (kind) => statSync(backedUpFile(backupPath, kind), { throwIfNoEntry: false })?.size === manifest.files[kind].bytes,
  )
}

/** Removes a backup; renamed first, so that a half-removed one never looks complete. */
async function removeBackup(folder: string, name: string): Promise<void> {
  const leaving = passingPath(folder, name, 'removing')
  await rename(join(folder, name), leaving)
  await rm(leaving, { recursive: true, force: true })
}

/** Removes what a crash left half-written or half-removed. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of namesIn(folder))
    if (PASSING.test(name)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Keeps the newest automatic backups; those that a person asked for are never removed. */
export async function retainBackups(folder: string, kept: number): Promise<void> {
  const automatic = readBackups(folder).filter(({ info }) => info.automatic)
  for (const { info } of automatic.slice(kept)) await removeBackup(folder, info.name)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
