import type { Store } from '../store.ts'
import { startThread } from '../thread.ts'
import type { SnapshotCalls, SnapshotCopy } from './snapshot-protocol.ts'

/** A database and where its copy goes. */
export interface SnapshotSource {
  database: Pick<Store<unknown>, 'file' | 'holdWrites'>
  target: string
}

/**
 * Copies several databases as of one common moment, in a thread of its own.
 *
 * Writes to all of them wait for about a millisecond while the thread begins a read transaction on each. Only this
 * process writes, so nothing can be committed in between. Writing then resumes, and the thread copies what its
 * transactions see (WAL snapshot isolation, sqlite.org/isolation.html).
 *
 * @param signal ends the copying; the targets may then be half-written
 * @throws DatabaseError when a source is damaged or a target cannot be written
 */
export async function copySnapshots<Name extends string>(
  named: Record<Name, SnapshotSource>,
  signal: AbortSignal,
): Promise<Record<Name, SnapshotCopy>> {
  const sources = Object.values<SnapshotSource>(named)
  const thread = startThread<SnapshotCalls>(import.meta.url, { name: 'snapshot', signal })
  try {
    await thread.ask('open', { jobs: sources.map(({ database, target }) => ({ source: database.file, target })) })
    const releases = await Promise.all(sources.map(({ database }) => database.holdWrites()))
    try {
      await thread.ask('begin', {})
    } finally {
      for (const release of releases) release()
    }
    const copies = await thread.ask('copy', {})
    return Object.fromEntries(Object.keys(named).map((name, position) => [name, copies[position]])) as Record<
      Name,
      SnapshotCopy
    >
  } catch (error) {
    throw signal.aborted ? new Error('The copying was ended') : error
  } finally {
    await thread.end()
  }
}
