import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'

/** Modes of folders and files that hold drivers' names: for their owner only. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** Creates a folder and its missing parents, for their owner only. An existing folder keeps its mode. */
export function makePrivateFolder(folder: string): void {
  // `mkdirSync` returns a path only if it created something; chmod then undoes what the umask took away.
  const made = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if (made !== undefined) chmodSync(folder, PRIVATE_FOLDER)
}

/**
 * Creates an empty file for its owner only, unless it exists. SQLite then fills it and gives its write-ahead log the
 * same mode; had SQLite created it, the umask would decide who can read it.
 */
export function makePrivateFile(file: string): void {
  let descriptor: number
  try {
    descriptor = openSync(file, 'wx', PRIVATE_FILE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
  try {
    fchmodSync(descriptor, PRIVATE_FILE)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes a file readable by its owner only; does nothing if it is missing or belongs to someone else. */
export function closeFileToOthers(file: string): void {
  if (process.platform === 'win32') return
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, PRIVATE_FILE)
  } catch {
    // A file owned by someone else still works; `check` reports it.
  }
}
