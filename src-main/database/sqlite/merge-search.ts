import type { SqliteConnection } from './connection.ts'
import type { WriteQueue } from './write-queue.ts'

/** Pages of the index merged at a time: a few milliseconds. */
const PAGES_AT_ONCE = 200

/**
 * A full-text index keeps the words of removed rows in old segments, in pieces of three letters, until it merges those:
 * here it merges all, in short works. Nothing to do in a file without such an index, or where nothing was removed.
 */
export async function mergeSearch(sqlite: SqliteConnection, queue: WriteQueue): Promise<void> {
  const indexes = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%USING fts5%'")
    .pluck()
    .all()
  const changes = sqlite.prepare<[], number>('SELECT total_changes()').pluck()
  const bulk = queue.bulk()
  for (const index of indexes) {
    const merge = sqlite.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)
    // A negative number takes all segments together; positive ones go on with that. It is done when it changes nothing
    // else.
    const step = (pages: number) =>
      bulk.push(() => {
        const before = changes.get() ?? 0
        merge.run(pages)
        return (changes.get() ?? 0) - before >= 2
      })
    for (let more = await step(-PAGES_AT_ONCE); more;) more = await step(PAGES_AT_ONCE)
  }
  await bulk.conclude(() => undefined)
}
