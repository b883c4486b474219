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

/** The end of a copy's audit chain. */
export interface CopiedHead {
  count: number
  /** Hex. */
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
      const head = sqlite
        .prepare<[], { count: number; hash: Uint8Array }>('SELECT count, hash FROM audit_head WHERE id = 1')
        .get()
      return { count: head?.count ?? 0, hash: head === undefined ? '' : Buffer.from(head.hash).toString('hex') }
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
