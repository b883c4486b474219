import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** What is wrong with a database file or the folder it lies in. */
export type DatabaseFault =
  | 'corrupt' // SQLite cannot read it, or its structure does not hold together
  | 'foreign' // not a database of this product, or the file of another of its databases
  | 'newer' // written by a newer version of the product
  | 'tampered' // its migration history is not one that this product ever wrote
  | 'read_only' // the folder or file cannot be written
  | 'full' // no space left
  | 'io' // the system could not read or write it
  | 'busy' // held by another program
  | 'missing' // expected but not there
  | 'unfinished' // a restore into the folder was interrupted
  | 'away' // a database server that cannot be reached
  | 'unwritable' // a database server that takes no writes at present
  | 'crowded' // a database server to which every connection is in use

/** A file that the service refuses to use. It is never moved or replaced; the error names it for a person to act on. */
export class DatabaseError extends Error {
  readonly fault: DatabaseFault
  readonly file: string

  constructor(fault: DatabaseFault, file: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseError'
    this.fault = fault
    this.file = file
  }
}

/** Whether a server answers, but takes no writes at present. */
export function takesNoWrites(error: unknown): boolean {
  return error instanceof DatabaseError && error.fault === 'unwritable'
}

const FAULT_OF_CODE: readonly [prefix: string, fault: DatabaseFault, sentence: string][] = [
  ['SQLITE_NOTADB', 'foreign', 'is not a database'],
  ['SQLITE_CORRUPT', 'corrupt', 'is damaged'],
  ['SQLITE_READONLY', 'read_only', 'cannot be written'],
  ['SQLITE_CANTOPEN', 'read_only', 'cannot be opened or created'],
  ['SQLITE_PERM', 'read_only', 'cannot be accessed'],
  ['SQLITE_FULL', 'full', 'cannot be written: the disk is full'],
  ['SQLITE_IOERR', 'io', 'cannot be read or written by the system'],
  ['SQLITE_BUSY', 'busy', 'is in use by another program'],
  ['SQLITE_LOCKED', 'busy', 'is in use by another program'],
  ['EACCES', 'read_only', 'cannot be written'],
  ['EPERM', 'read_only', 'cannot be written'],
  ['EROFS', 'read_only', 'cannot be written'],
  ['ENOENT', 'read_only', 'cannot be opened or created'],
  ['ENOTDIR', 'read_only', 'cannot be opened or created'],
  ['EIO', 'io', 'cannot be read or written by the system'],
  // To a process, a limit on file sizes (ulimit -f) looks like a full disk.
  ['EFBIG', 'full', 'cannot be written: the disk is full'],
  ['ENOSPC', 'full', 'cannot be written: the disk is full'],
  ['EDQUOT', 'full', 'cannot be written: the disk is full'],
]

/** Turns an error of SQLite or of the file system into a `DatabaseError`; returns any other error (a bug) unchanged. */
export function classify(error: unknown, file: string): unknown {
  if (
    error instanceof DatabaseError ||
    !(error instanceof Error) ||
    !('code' in error) ||
    typeof error.code !== 'string'
  )
    return error
  const code = error.code
  // better-sqlite3 reports a missing folder as a TypeError without a code.
  const entry = FAULT_OF_CODE.find(([prefix]) => code.startsWith(prefix))
  if (entry === undefined) return error
  // On a full disk, SQLite blames the device or the folder when it cannot create its companion files.
  const [, fault, sentence] = /^SQLITE_(IOERR|CANTOPEN)/.test(code) && hasNoRoom(file) ? FULL : entry
  return new DatabaseError(fault, file, `${file} ${sentence} (${code})`, error)
}

const FULL = ['', 'full', 'cannot be written: the disk is full'] as const

function hasNoRoom(file: string): boolean {
  try {
    return statfsSync(dirname(file)).bavail === 0
  } catch {
    return false
  }
}
