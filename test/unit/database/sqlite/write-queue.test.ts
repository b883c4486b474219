import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConnection, type SqliteConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { createChangeNotes } from '../../../../src-main/database/change-notes.ts'
import { createWriteQueue, type WriteQueue } from '../../../../src-main/database/sqlite/write-queue.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { eventually } from '../../../support/eventually.ts'

interface Bench {
  sqlite: SqliteConnection
  queue: WriteQueue
  insert: (value: number) => () => number
  values: () => number[]
  /** The number of commits so far, as another connection sees it. */
  commits: () => number
}

function openBench(): Bench {
  const file = join(temporaryFolder(), 'queue.sqlite')
  const sqlite = openConnection(file)
  const watcher = openConnection(file)
  onTestFinished(() => {
    sqlite.close()
    watcher.close()
  })
  sqlite.exec(
    'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE note (value INTEGER, parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)',
  )
  let seen = watcher.pragma('data_version', { simple: true })
  let commits = 0
  return {
    sqlite,
    queue: createWriteQueue(sqlite, createChangeNotes()),
    insert: (value) => () => sqlite.prepare('INSERT INTO note (value) VALUES (?)').run(value).changes,
    values: () =>
      watcher
        .prepare<[], { value: number }>('SELECT value FROM note ORDER BY rowid')
        .all()
        .map((row) => row.value),
    commits: () => {
      const now = watcher.pragma('data_version', { simple: true })
      if (now !== seen) commits += 1
      seen = now
      return commits
    },
  }
}

const settled = (works: Promise<unknown>[]) =>
  Promise.allSettled(works).then((results) => results.map(({ status }) => status))
/** Real work, whose processor time the queue counts. */
const workFor = (ms: number) => {
  const before = process.threadCpuUsage()
  for (let used = before; used.user + used.system < before.user + before.system + ms * 1000;)
    used = process.threadCpuUsage()
}
const oneTurn = () => new Promise((resolve) => setImmediate(resolve))

// A round gathers work for some milliseconds: with the time frozen, a busy machine ends none early.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the write queue', () => {
  it('commits work that waits together in one transaction, in order', async () => {
    const { queue, insert, values, sqlite } = openBench()
    const transactions = new Set<boolean>()
    const works = [1, 2, 3, 4].map((value) =>
      queue.push(() => {
        transactions.add(sqlite.inTransaction)
        return insert(value)()
      }),
    )
    expect(values()).toEqual([])
    await oneTurn()
    // All four at once, after a single turn.
    expect(values()).toEqual([1, 2, 3, 4])
    expect(await Promise.all(works)).toEqual([1, 1, 1, 1])
    expect([...transactions]).toEqual([true])
  })

  it('reports success only after the commit', async () => {
    const { queue, insert, values } = openBench()
    const seenAtResolve = await Promise.all([1, 2].map((value) => queue.push(insert(value)).then(() => values())))
    expect(seenAtResolve).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('undoes only the work that threw', async () => {
    const { queue, insert, values } = openBench()
    const works = [
      queue.push(insert(1)),
      queue.push(() => {
        insert(2)()
        throw new Error('refused')
      }),
      queue.push(insert(3)),
    ]
    expect(await settled(works)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(works[1]).rejects.toThrow('refused')
    expect(values()).toEqual([1, 3])
  })

  it('rejects all work of a round whose commit fails, and goes on with the next', async () => {
    const { queue, insert, values, sqlite } = openBench()
    const works = [
      queue.push(insert(1)),
      // A deferred foreign key is checked only at the commit.
      queue.push(() => sqlite.prepare('INSERT INTO note (value, parent) VALUES (2, 99)').run()),
      queue.push(insert(3)),
    ]
    expect(await settled(works)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(values()).toEqual([])
    await queue.push(insert(4))
    expect(values()).toEqual([4])
  })

  it('rejects waiting work when another program holds the file, and goes on afterwards', async () => {
    const { queue, insert, values, sqlite } = openBench()
    sqlite.pragma('busy_timeout = 0')
    const other = openConnection(sqlite.name)
    other.exec('BEGIN IMMEDIATE')
    await expect(queue.push(insert(1))).rejects.toMatchObject({ fault: 'busy', file: sqlite.name })
    other.exec('ROLLBACK')
    other.close()
    await queue.push(insert(2))
    expect(values()).toEqual([2])
  })

  it('starts another round when work takes long, so that others get their turn', async () => {
    const { queue, insert, values } = openBench()
    const slow = (value: number) => () => {
      vi.advanceTimersByTime(5)
      return insert(value)()
    }
    const works = [queue.push(slow(1)), queue.push(slow(2))]
    await oneTurn()
    expect(values()).toEqual([1])
    await Promise.all(works)
    expect(values()).toEqual([1, 2])
  })

  it('commits nothing while it is held, and everything in order after the last release', async () => {
    const { queue, insert, values, commits } = openBench()
    commits()
    const before = queue.push(insert(1))
    const releases = [await queue.hold(), await queue.hold()]
    const during = queue.push(insert(2))
    for (let turn = 0; turn < 5; turn++) await oneTurn()
    releases[0]?.()
    releases[0]?.()
    for (let turn = 0; turn < 5; turn++) await oneTurn()
    expect(values()).toEqual([])
    expect(commits()).toBe(0)
    releases[1]?.()
    await Promise.all([before, during])
    expect(values()).toEqual([1, 2])
  })

  it('is drained once nothing waits', async () => {
    const { queue, insert, values } = openBench()
    await queue.drain()
    queue.push(insert(1)).catch(() => {})
    await queue.drain()
    expect(values()).toEqual([1])
  })
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('bulk work', () => {
  it('has run before it is on disk, and shares the commit of the work that ends it', async () => {
    const { queue, insert, values, commits } = openBench()
    commits()
    const bulk = queue.bulk()
    for (const value of [1, 2, 3]) expect(await bulk.push(insert(value))).toBe(1)
    expect(values()).toEqual([])
    expect(commits()).toBe(0)
    await bulk.conclude(insert(4))
    expect(values()).toEqual([1, 2, 3, 4])
    expect(commits()).toBe(1)
  })

  it('is on disk with the next ordinary work, from any source', async () => {
    const { queue, insert, values } = openBench()
    await queue.bulk().push(insert(1))
    await queue.push(insert(2))
    expect(values()).toEqual([1, 2])
  })

  it('is on disk before anyone else reads, but not within its own work', async () => {
    const { queue, insert, values } = openBench()
    const bulk = queue.bulk()
    await bulk.push(() => {
      insert(1)()
      queue.publish()
    })
    expect(values()).toEqual([])
    const before = queue.lastCommit()
    queue.publish()
    expect(values()).toEqual([1])
    expect(queue.lastCommit()).toBeGreaterThan(before)
  })

  it('is on disk soon when nothing follows, and in the next turn after running long enough', async () => {
    const { queue, insert, values } = openBench()
    const bulk = queue.bulk()
    await bulk.push(insert(1))
    await eventually(() => expect(values()).toEqual([1]))
    await bulk.push(insert(2))
    await bulk.push(() => {
      insert(3)()
      workFor(60)
    })
    await nextTurn()
    await nextTurn()
    expect(values()).toEqual([1, 2, 3])
  })

  it('is on disk before the files are held, and once the queue is drained', async () => {
    const { queue, insert, values } = openBench()
    const bulk = queue.bulk()
    await bulk.push(insert(1))
    const release = await queue.hold()
    expect(values()).toEqual([1])
    release()
    await bulk.push(insert(2))
    await queue.drain()
    expect(values()).toEqual([1, 2])
  })

  it('fails from then on when its earlier part was lost at the commit; other work is unaffected', async () => {
    const { queue, insert, values, sqlite } = openBench()
    const bulk = queue.bulk()
    await bulk.push(insert(1))
    await bulk.push(() => sqlite.prepare('INSERT INTO note (value, parent) VALUES (2, 99)').run())
    queue.publish()
    await expect(bulk.push(insert(3))).rejects.toThrow('FOREIGN KEY')
    await expect(bulk.conclude(insert(4))).rejects.toThrow('FOREIGN KEY')
    expect(values()).toEqual([])
    const other = queue.bulk()
    await other.push(insert(5))
    await other.conclude(insert(6))
    expect(values()).toEqual([5, 6])
  })

  it('takes its uncommitted part with it when it throws, and never ordinary work', async () => {
    const { queue, insert, values } = openBench()
    const bulk = queue.bulk()
    await bulk.push(insert(1))
    const works = [
      queue.push(insert(2)),
      bulk.push(insert(3)),
      bulk.push(() => {
        insert(4)()
        throw new Error('refused')
      }),
      queue.push(insert(5)),
    ]
    expect(await settled(works)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(values()).toEqual([1, 2, 5])
    await expect(bulk.conclude(insert(6))).rejects.toThrow('refused')
  })

  it('waits while the log is moved into the file; ordinary work does not', async () => {
    const { sqlite, insert, values } = openBench()
    let moved = () => {}
    const moving = new Promise<void>((resolve) => {
      moved = resolve
    })
    const queue = createWriteQueue(sqlite, createChangeNotes(), {
      checkpoints: { afterCommit: () => {}, underWay: () => moving },
    })
    const ended = queue.bulk().push(insert(1))
    await queue.push(insert(2))
    expect(values()).toEqual([2])
    moved()
    await ended
    await queue.drain()
    expect(values()).toEqual([2, 1])
  })
})
