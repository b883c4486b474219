import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { queryBuilder } from '../../../../src-main/database/query-builder.ts'
import { createReader, type ReaderThread } from '../../../../src-main/database/sqlite/reader.ts'
import { temporaryFolder } from '../../../support/folder.ts'

interface Schema {
  note: { id: number; text: string; bytes: Uint8Array | null }
}

const builder = queryBuilder<Schema>()

describe('the reader thread', () => {
  let reader: ReaderThread
  let file: string

  beforeEach(() => {
    file = join(temporaryFolder(), 'read.sqlite')
    const sqlite = openConnection(file)
    sqlite.exec(
      "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB); INSERT INTO note VALUES (1, 'one', x'0102'), (2, 'two', NULL)",
    )
    sqlite.close()
    reader = createReader(file)
    onTestFinished(() => reader.close())
  })

  it('answers concurrent queries with their parameters, each with its own rows', async () => {
    const byId = (id: number) =>
      reader.all<Schema['note']>('by id', builder.selectFrom('note').selectAll().where('id', '=', id))
    const [first, second, none] = await Promise.all([byId(1), byId(2), byId(3)])
    expect(first?.map(({ text }) => text)).toEqual(['one'])
    expect(Buffer.from(first?.[0]?.bytes ?? [])).toEqual(Buffer.from([1, 2]))
    expect(second).toEqual([{ id: 2, text: 'two', bytes: null }])
    expect(none).toEqual([])
  })

  it('sees everything committed since its last query', async () => {
    const count = async () =>
      (
        await reader.all<{ count: number }>(
          'count',
          builder.selectFrom('note').select((note) => note.fn.countAll<number>().as('count')),
        )
      )[0]?.count
    expect(await count()).toBe(2)
    const sqlite = openConnection(file)
    sqlite.exec("INSERT INTO note VALUES (3, 'three', NULL)")
    sqlite.close()
    expect(await count()).toBe(3)
  })

  it('cannot write', async () => {
    await expect(reader.all('write', builder.deleteFrom('note'))).rejects.toThrow(
      /readonly|read-only|does not return data/,
    )
    expect(await reader.all('all', builder.selectFrom('note').selectAll())).toHaveLength(2)
  })

  it('goes on after a failed query', async () => {
    await expect(
      reader.all('wrong', builder.selectFrom(sql<{ id: number }>`nowhere`.as('it')).selectAll()),
    ).rejects.toThrow('no such table: nowhere')
    expect(await reader.all('right', builder.selectFrom('note').select('id'))).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('ends when nothing was asked for a while, and starts again with the next query', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const terminate = vi.spyOn(Worker.prototype, 'terminate')
    onTestFinished(() => terminate.mockRestore())
    const all = () => reader.all('all', builder.selectFrom('note').select('id'))
    await all()
    vi.advanceTimersByTime(10_000)
    await all()
    vi.advanceTimersByTime(10_000)
    expect(terminate).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(terminate).toHaveBeenCalledOnce()
    expect(await all()).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('fails the queries still open when it is closed, and every later one', async () => {
    const asked = reader.all('asked', builder.selectFrom('note').selectAll())
    const told = expect(asked).rejects.toThrow('The database is closed')
    await reader.close()
    await told
    await expect(reader.all('late', builder.selectFrom('note').selectAll())).rejects.toThrow('The database is closed')
  })

  it('fails all waiting queries when its file cannot be opened', async () => {
    const lost = createReader(join(temporaryFolder(), 'nowhere.sqlite'))
    await expect(
      Promise.all([1, 2].map(() => lost.all('any', builder.selectFrom('note').selectAll()))),
    ).rejects.toThrow()
    await lost.close()
  })
})
