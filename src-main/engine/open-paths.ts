import { lstatSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../database/private-file.ts'

/** A path in the data folder that others than its owner can enter or read. */
export interface OpenPath {
  path: string
  /** In octal, for example `0755`. */
  mode: string
}

const OTHERS = 0o077

/** The data folder itself, if others can enter it: its contents are then protected by their own modes alone. */
export function openFolder(dataDir: string): OpenPath | null {
  if (process.platform === 'win32') return null
  const { mode } = lstatSync(dataDir)
  return (mode & OTHERS) === 0 ? null : { path: dataDir, mode: modeText(mode) }
}

/**
 * Every path in the data folder, itself included, that others can enter or read. Does not follow links, whose targets
 * are not ours. Windows protects a user's folder by itself.
 */
export async function findOpenPaths(dataDir: string): Promise<OpenPath[]> {
  const found: OpenPath[] = []
  if (process.platform === 'win32') return found
  for await (const { path, mode } of walk(dataDir))
    if ((mode & OTHERS) !== 0) found.push({ path, mode: modeText(mode) })
  return found
}

/** Closes these paths to others; returns which were open. */
export async function closeOpenPaths(dataDir: string): Promise<OpenPath[]> {
  const open = await findOpenPaths(dataDir)
  for (const { path } of open) await chmod(path, (await lstat(path)).isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE)
  return open
}

async function* walk(path: string): AsyncGenerator<{ path: string; mode: number }> {
  const stat = await lstat(path).catch(() => null)
  // Removed since its folder was read, or nothing that holds data.
  if (stat === null || !(stat.isDirectory() || stat.isFile() || stat.isSocket())) return
  yield { path, mode: stat.mode }
  if (!stat.isDirectory()) return
  for await (const entry of await opendir(path)) yield* walk(join(path, entry.name))
}

function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0')
}
