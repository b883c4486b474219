import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { openDatabase } from '../../../../src-main/database/sqlite/open-database.ts'
import type { Transaction } from '../../../../src-main/database/store.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { eventually } from '../../../support/eventually.ts'

interface Schema {
  note: { id: number }
}

/** A database with bulk work that has run and is not on disk yet, and another process that reads its file. */
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

test('reading one row during bulk work shows only what is on disk', async () => {
  const { database, onDisk, notes } = await midBulk()
  expect(await database.first(notes)).toBeUndefined()
  expect(onDisk()).toEqual([])
  await database.write(async () => {})
  expect(await database.first(notes)).toEqual({ id: 1 })
})

test('reading many rows during bulk work shows only what is on disk', async () => {
  const { database, onDisk, notes } = await midBulk()
  expect(await database.all(notes)).toEqual([])
  expect(onDisk()).toEqual([])
  await database.write(async () => {})
  expect(await database.all(notes)).toEqual([{ id: 1 }])
})

test('work reads through its transaction alone', async () => {
  const { database, notes } = await midBulk()
  await expect(database.write(() => database.first(notes))).rejects.toThrow('through its transaction')
  expect(await database.write((transaction) => transaction.first(notes))).toEqual({ id: 1 })
})

test('work reads what earlier work in the same commit wrote', async () => {
  const { database, notes } = await midBulk()
  expect(await database.write((transaction) => transaction.all(notes))).toEqual([{ id: 1 }])
  expect(await database.write((transaction) => transaction.first(notes))).toEqual({ id: 1 })
})

test('a transaction cannot be used once its work has ended', async () => {
  const { database, notes } = await midBulk()
  const kept = await database.write(async (transaction) => ({ transaction }))
  await expect(kept.transaction.first(notes)).rejects.toThrow('has ended')
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('work that awaits anything but its transaction fails and leaves no trace', async () => {
  const { database, onDisk } = await midBulk()
  const insert = (id: number) => database.build.insertInto('note').values({ id })
  const failures: unknown[] = []
  const late = database.write(async (transaction) => {
    await transaction.run(insert(2))
    await nextTurn()
    await nextTurn()
    try {
      await transaction.run(insert(3))
    } catch (error) {
      failures.push(error)
    }
  })
  const beside = database.write((transaction) => transaction.run(insert(4)))
  await expect(late).rejects.toThrow('awaited something other than its transaction')
  await beside
  await eventually(() => expect(failures).toEqual([new Error('The work of this transaction has ended')]))
  expect(onDisk()).toEqual([{ id: 1 }, { id: 4 }])
})

test('in a service, such work is reported and ends, and no other slips in between', async () => {
  const file = join(temporaryFolder(), 'late.sqlite')
  const reported: Error[] = []
  const database = openDatabase<Schema>({ file, onLateWork: (error) => reported.push(error) })
  const other = openConnection(file)
  onTestFinished(async () => {
    other.close()
    await database.close()
  })
  other.exec('CREATE TABLE note (id INTEGER PRIMARY KEY)')
  const insert = (id: number) => database.build.insertInto('note').values({ id })
  const late = database.write(async (transaction) => {
    await transaction.run(insert(1))
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    await transaction.run(insert(2))
    throw new Error('after all')
  })
  const beside = database.write((transaction) => transaction.run(insert(3)))
  await expect(late).rejects.toThrow('after all')
  await beside
  expect(reported.map(({ message }) => message)).toEqual(['A work awaited something other than its transaction'])
  expect(other.prepare('SELECT id FROM note').all()).toEqual([{ id: 3 }])
})

test('work that is run twice for testing writes and is published once, and reveals its side effects', async () => {
  const file = join(temporaryFolder(), 'repeated.sqlite')
  const other = openConnection(file)
  other.exec('CREATE TABLE note (id INTEGER PRIMARY KEY)')
  const database = openDatabase<Schema>({ file, repeatWorks: true })
  onTestFinished(async () => {
    other.close()
    await database.close()
  })
  const told: unknown[] = []
  database.onChanges((notes) => told.push(...notes))
  let tries = 0
  const firstOf: unknown[] = []
  await database.write(async (transaction) => {
    tries += 1
    firstOf.push(transaction)
    transaction.note({ about: 'webhook' })
    await transaction.run(transaction.build.insertInto('note').values({ id: tries }))
  })
  expect(tries).toBe(2)
  expect(told).toEqual([{ about: 'webhook' }])
  expect(other.prepare('SELECT id FROM note').all()).toEqual([{ id: 2 }])
  await expect((firstOf[0] as Transaction<Schema>).first(database.build.selectFrom('note'))).rejects.toThrow('ended')
  await expect(database.write(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
