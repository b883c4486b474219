import { createHash } from 'node:crypto'
import { openConnection, openReadOnlyConnection, type SqliteConnection } from './connection.ts'
import { makePrivateFile } from '../private-file.ts'
import { syncAtOnce } from '../durable.ts'
import { classify, DatabaseError } from '../database-error.ts'

/** Copying fewer pages at a time would only be slower: nothing else runs in this thread. */
const PAGES_AT_ONCE = 4_096

/** A file's content at one moment, however long the copy takes and whatever is written meanwhile. */
export interface Snapshot {
  /** Fixes the moment: later commits are invisible. */
  begin(): void
  /** Writes that moment to a file of its own and closes the connection. */
  copyTo(target: string): Promise<void>
}

/** Prepares a connection for one snapshot. Opening takes long, so it is done ahead of `begin`. */
export function openSnapshot(file: string): Snapshot {
  const sqlite = openReadOnlyConnection(file)
  const firstRead = sqlite.prepare('SELECT count(*) FROM sqlite_schema')
  // Loads the structure ahead of time, which takes far longer than beginning.
  firstRead.get()
  return {
    begin: () => {
      sqlite.exec('BEGIN')
      // A read transaction begins with its first read, not with BEGIN.
      firstRead.get()
    },
    copyTo: async (target) => {
      try {
        makePrivateFile(target)
        // The open read transaction keeps SQLite's online backup from restarting when others write.
        await sqlite.backup(target, { progress: () => PAGES_AT_ONCE })
      } catch (error) {
        throw classify(error, target)
      } finally {
        sqlite.close()
      }
    },
  }
}

/** The end of a copy's audit log. */
export interface CopiedHead {
  /** Entries in all chains. */
  count: number
  /** Hex: the SHA-256 of the heads of all chains; of a file with the legacy chain only, its last hash. */
  hash: string
}

/**
 * Turns a fresh copy into a single file without companions, readable even from read-only media, and checks it for
 * damage on the way.
 *
 * @throws DatabaseError `corrupt`, naming the source, when what was copied is damaged
 */
export function finishCopy(copy: string, source: string): CopiedHead {
  try {
    const sqlite = openConnection(copy)
    try {
      sqlite.pragma('journal_mode = DELETE')
      const damage = sqlite.pragma('quick_check(1)', { simple: true })
      if (damage !== 'ok') throw new DatabaseError('corrupt', source, `${source} is damaged: ${String(damage)}`)
      return readHeads(sqlite)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    const known = classify(error, copy)
    // A page-for-page copy is damaged only if its source is.
    if (known instanceof DatabaseError && (known.fault === 'corrupt' || known.fault === 'foreign'))
      throw new DatabaseError('corrupt', source, `${source} is damaged`, error)
    throw known
  }
}

function readHeads(sqlite: SqliteConnection): CopiedHead {
  const heads = sqlite
    .prepare<[], { chain: string | null; count: number; hash: Uint8Array }>(
      'SELECT NULL AS chain, count, hash FROM audit_head UNION ALL SELECT chain, count, hash FROM audit_chain ORDER BY chain',
    )
    .all()
  const [first] = heads
  if (first === undefined) return { count: 0, hash: '' }
  const count = heads.reduce((sum, head) => sum + head.count, 0)
  if (heads.length === 1 && first.chain === null) return { count, hash: Buffer.from(first.hash).toString('hex') }
  const digest = createHash('sha256')
  for (const head of heads) digest.update(JSON.stringify([head.chain, head.count])).update(head.hash)
  return { count, hash: digest.digest('hex') }
}

/** Copies the content of `sqlite` to a file, synchronously and durably: for use before the service answers. */
export function copyAtOnce(sqlite: SqliteConnection, target: string): void {
  try {
    makePrivateFile(target)
    sqlite.prepare('VACUUM INTO ?').run(target)
    // SQLite leaves it to the caller to sync such a copy (sqlite.org/lang_vacuum.html).
    syncAtOnce(target)
  } catch (error) {
    throw classify(error, target)
  }
}
