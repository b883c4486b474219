import { expect, inject, onTestFinished, test } from 'vitest'
import { openStoreTarget } from '../../../../src-main/database/copy/postgres-target.ts'
import { COUNTED, NOT_COPIED, planCopy } from '../../../../src-main/database/copy/table-shape.ts'
import { openFolderTarget } from '../../../../src-main/database/copy/folder-target.ts'
import { SCHEMAS } from '../../../../src-main/database/postgres/store-address.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'

test('every table of either store is copied, counted again, or named as one that is not', async () => {
  const address = await newStore()
  onTestFinished(() => dropStore(address))
  const store = await openStoreTarget({ ...address.control, ...inject('postgres').owner }, '0.0.0-test')
  const folder = openFolderTarget(temporaryFolder())
  for (const schema of SCHEMAS) {
    const [there, here] = [await store.shapes(schema), await folder.shapes(schema)]
    const { tables, counted } = planCopy(here, there)
    const all = [...there, ...here].map(({ name }) => name)
    const known = new Set([...tables.map(({ name }) => name), ...counted, ...Object.keys(NOT_COPIED)])
    expect(all.filter((name) => !known.has(name))).toEqual([])
    // Both have what is counted.
    for (const name of counted) expect(here.some((table) => table.name === name)).toBe(true)
    expect(counted.every((name) => name in COUNTED)).toBe(true)
  }
  await store.close()
  folder.abandon()
})

test('a table that only one of them has is an error', () => {
  const card = { name: 'card', columns: ['id'], key: ['id'], refersTo: [] }
  expect(() => planCopy([card], [])).toThrow('card is not the same')
  expect(() => planCopy([card], [{ ...card, columns: ['id', 'more'] }])).toThrow('card is not the same')
})

test('rows come after those that they refer to', () => {
  const card = { name: 'card', columns: ['id'], key: ['id'], refersTo: ['project'] }
  const project = { name: 'project', columns: ['id'], key: ['id'], refersTo: [] }
  expect(planCopy([card, project], [card, project]).tables.map(({ name }) => name)).toEqual(['project', 'card'])
})
