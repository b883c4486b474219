import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ChangeNote } from '../../../../src-main/database/change-notes.ts'
import { openPostgresStore } from '../../../../src-main/database/postgres/open-store.ts'
import { createServer } from '../../../../src-main/database/postgres/server.ts'
import type { StoreAddress } from '../../../../src-main/database/postgres/store-address.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import type { Store } from '../../../../src-main/database/store.ts'
import { eventually } from '../../../support/eventually.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'
import { flakyConnection, type FlakyConnection } from '../../../support/postgres/flaky-connection.ts'
import { askStore } from '../../../support/postgres/rows.ts'

let address: StoreAddress
let connection: FlakyConnection
let store: Store<EnvironmentSchema>

const open = async (over: StoreAddress['sandbox']) => {
  const opened = await openPostgresStore<EnvironmentSchema>({
    server: createServer(over, 'sandbox'),
    schema: 'sandbox',
  })
  onTestFinished(() => opened.close())
  return opened
}

beforeEach(async () => {
  address = await newStore()
  onTestFinished(() => dropStore(address))
  connection = await flakyConnection(address.sandbox)
  store = await open(connection.address)
})

const put = (to: Store<EnvironmentSchema>, name: string) =>
  to.write(async (transaction) => {
    transaction.note({ name: 'test', key: name } as unknown as ChangeNote)
    await transaction.run(transaction.build.insertInto('environment_state').values({ name, value: '' }))
    return name
  })
const stored = () => askStore(address, 'sandbox', 'SELECT name FROM environment_state ORDER BY name')

describe('a connection that breaks at the commit', () => {
  it.each(['lost', 'kept'] as const)('leaves the work done once, whether the commit was %s', async (outcome) => {
    await put(store, 'before')
    const notes: unknown[] = []
    store.onChanges((given) => void notes.push(...given))
    connection.cutAtCommit(outcome)
    expect(await put(store, 'a')).toBe('a')
    expect(connection.cuts).toBe(1)
    expect(stored()).toEqual([{ name: 'a' }, { name: 'before' }])
    expect(notes).toEqual([expect.objectContaining({ key: 'a' })])
    expect(await put(store, 'b')).toBe('b')
  })
})

describe('two instances over one store', () => {
  let other: Store<EnvironmentSchema>
  let received: unknown[]

  beforeEach(async () => {
    other = await open(address.sandbox)
    received = []
    store.onChanges((notes) => void received.push(...notes.map((note) => (note as unknown as { key: string }).key)))
  })

  it('receive each other’s notes, each once and in order', async () => {
    for (const name of ['a', 'b', 'c']) await put(other, name)
    await eventually(() => expect(received).toEqual(['a', 'b', 'c']))
    await put(store, 'd')
    expect(received).toEqual(['a', 'b', 'c', 'd'])
  })

  it('receive what was written while they were cut off', async () => {
    await put(other, 'a')
    await eventually(() => expect(received).toEqual(['a']))
    connection.cutAll()
    await put(other, 'b')
    await eventually(() => expect(received).toEqual(['a', 'b']))
  })

  it('receive no notes of work that was undone', async () => {
    await expect(
      other.write(async (transaction) => {
        transaction.note({ name: 'test', key: 'undone' } as unknown as ChangeNote)
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    await put(other, 'a')
    await eventually(() => expect(received).toEqual(['a']))
  })

  it('write one after another', async () => {
    const count = (to: Store<EnvironmentSchema>) =>
      to.write(async (transaction) => {
        const { build } = transaction
        const row = await transaction.first(
          build.selectFrom('environment_state').select('value').where('name', '=', 'n'),
        )
        const value = String(Number(row?.value ?? 0) + 1)
        await transaction.run(
          build
            .insertInto('environment_state')
            .values({ name: 'n', value })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
        )
      })
    await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 === 0 ? store : other)))
    expect(askStore(address, 'sandbox', "SELECT value FROM environment_state WHERE name = 'n'")).toEqual([
      { value: '40' },
    ])
  })
})
