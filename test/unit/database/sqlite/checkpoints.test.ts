import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCheckpoints } from '../../../../src-main/database/sqlite/checkpoints.ts'
import { openConnection, openReadOnlyConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { createReader } from '../../../../src-main/database/sqlite/reader.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const PAGE = 4_096

function openBench() {
  const file = join(temporaryFolder(), 'log.sqlite')
  const sqlite = openConnection(file)
  const reader = createReader(file)
  sqlite.exec('CREATE TABLE filler (value BLOB)')
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  onTestFinished(async () => {
    await reader.close()
    sqlite.close()
  })
  let passes = 0
  const checkpoints = createCheckpoints(sqlite, () => {
    passes += 1
    return reader.checkpoint()
  })
  const fill = sqlite.prepare('INSERT INTO filler VALUES (zeroblob(?))')
  return {
    checkpoints,
    close: () => sqlite.close(),
    passes: () => passes,
    /** Commits that many pages. */
    write: (pages: number) => {
      fill.run(pages * PAGE)
      checkpoints.afterCommit()
    },
    look: () => {
      const other = openReadOnlyConnection(file)
      other.exec('BEGIN')
      other.prepare('SELECT count(*) FROM filler').get()
      return () => {
        other.close()
      }
    },
    logBytes: () => statSync(`${file}-wal`).size,
    waiting: () => (sqlite.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[])[0],
  }
}

describe('the write-ahead log', () => {
  it('is left alone while it is short', () => {
    const { write, passes, checkpoints } = openBench()
    for (let commit = 0; commit < 5; commit += 1) write(500)
    expect(passes()).toBe(0)
    expect(checkpoints.underWay()).toBeNull()
  })

  it('is moved into the file by another thread once it is long, and starts over', async () => {
    const { write, passes, checkpoints, waiting, logBytes } = openBench()
    for (let round = 0; round < 3; round += 1) {
      while (checkpoints.underWay() === null) write(500)
      await checkpoints.underWay()
      expect(passes()).toBe(round + 1)
      expect(waiting()).toMatchObject({ checkpointed: waiting()?.log })
    }
    expect(logBytes()).toBeLessThan(6_000 * PAGE)
  })

  it('has a short remainder moved at the commit itself', async () => {
    const { write, passes, checkpoints, waiting, look } = openBench()
    write(3_900)
    // A reader of an older state keeps the newer ones in the log.
    const endLooking = look()
    write(150)
    await checkpoints.underWay()
    expect(waiting()).not.toMatchObject({ checkpointed: waiting()?.log })
    endLooking()
    write(1)
    expect(passes()).toBe(1)
    expect(waiting()).toMatchObject({ checkpointed: waiting()?.log })
  })

  it('that cannot be moved does not fail the commit', () => {
    const { checkpoints, close } = openBench()
    close()
    expect(() => checkpoints.afterCommit()).not.toThrow()
  })
})
