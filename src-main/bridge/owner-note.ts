import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ServiceError } from '../domain/errors.ts'

const ownerSchema = z.object({
  pid: z.int().min(1),
  /** The service, the desktop app, or a short-lived command. */
  kind: z.enum(['serve', 'desktop', 'command']),
  /** Its control socket. */
  socket: z.string(),
})

/** The process that owns a data folder, as noted in the folder. */
export type FolderOwner = z.infer<typeof ownerSchema>
export type OwnerKind = FolderOwner['kind']

const NOTE = 'owner.json'
const KIND_NAMES: Record<OwnerKind, string> = {
  serve: 'a running service',
  desktop: 'the desktop app',
  command: 'a running command',
}

/** The folder's owner, or one that died without removing its note; null if there is none. */
export function readOwner(dataDir: string): FolderOwner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(join(dataDir, NOTE), 'utf8')))
  } catch {
    return null
  }
}

export function writeOwner(dataDir: string, owner: FolderOwner): void {
  const file = join(dataDir, NOTE)
  // Renamed, so that a reader finds a complete note or none.
  writeFileSync(`${file}.tmp`, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}

export function removeOwner(dataDir: string): void {
  rmSync(join(dataDir, NOTE), { force: true })
}

/** The error for a second owner, naming the first. */
export function folderInUse(dataDir: string): ServiceError {
  const owner = readOwner(dataDir)
  const who = owner === null ? 'another process' : `${KIND_NAMES[owner.kind]} (process ${owner.pid})`
  return new ServiceError('error.folder_in_use', `The data folder ${dataDir} is in use by ${who}`)
}
