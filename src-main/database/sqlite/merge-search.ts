import type { SqliteConnection } from './connection.ts'
import type { WriteQueue } from './write-queue.ts'

/** Index pages merged per step: a few milliseconds. */
const PAGES_AT_ONCE = 200

/**
 * Rids the full-text indexes of removed rows. Their words, as fragments of three letters, stay in old segments until
 * those are merged; this merges all of them, in short steps. Does nothing where there is nothing to merge.
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
    // A negative number starts a merge of all segments, positive ones continue it. A step that changes fewer than two
    // rows has nothing left to merge.
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
