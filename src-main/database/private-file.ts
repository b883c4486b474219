import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs'

/** Of folders and files that hold drivers' names: for their owner only (decisions, section 8, *Files*). */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** Makes a folder, and those above it that are not there, for their owner only. One that is there stays as it is. */
export function makePrivateFolder(folder: string): void {
  // Made at all, the first of them is returned: its mode is then ours, whatever the umask took from it.
  const made = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if (made !== undefined) chmodSync(folder, PRIVATE_FOLDER)
}

/**
 * Makes an empty file where there is none, for its owner only. SQLite fills it, and gives its write-ahead log the same
 * mode: made by SQLite itself, the file would be readable by whomever the umask lets.
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

/** Closes a file of ours to others; one that is not there, or not ours to close, stays as it is. */
export function closeFileToOthers(file: string): void {
  if (process.platform === 'win32') return
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, PRIVATE_FILE)
  } catch {
    // A file of another owner works as well; `check` names it.
  }
}
