import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { openDatabase } from '../../../../src-main/database/sqlite/open-database.ts'
import { temporaryFolder } from '../../../support/folder.ts'

interface Schema {
  note: { id: number }
}

/** A database with one bulk work that has run and is not on disk yet, and another process that looks at its file. */
async function midBulk() {
  const file = join(temporaryFolder(), 'bulk.sqlite')
  const other = openConnection(file)
  other.exec('CREATE TABLE note (id INTEGER PRIMARY KEY)')
  const database = openDatabase<Schema>({ file })
  onTestFinished(async () => {
    other.close()
    await database.close()
  })
  await database.bulk().write((transaction) => transaction.run(transaction.build.insertInto('note').values({ id: 1 })))
  const onDisk = () => other.prepare('SELECT id FROM note').all()
  expect(onDisk()).toEqual([])
  return { database, onDisk, notes: database.build.selectFrom('note').selectAll() }
}

test('who reads one row beside a bulk work sees only what is on disk', async () => {
  const { database, onDisk, notes } = await midBulk()
  expect(database.first(notes)).toEqual({ id: 1 })
  expect(onDisk()).toEqual([{ id: 1 }])
})

test('who reads many rows beside a bulk work sees only what is on disk', async () => {
  const { database, onDisk, notes } = await midBulk()
  expect(database.all(notes)).toEqual([{ id: 1 }])
  expect(onDisk()).toEqual([{ id: 1 }])
})
