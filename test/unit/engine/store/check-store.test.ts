import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inspectStore } from '../../../../src-main/database/postgres/inspect-store.ts'
import { openPostgresStores } from '../../../../src-main/database/postgres/open-stores.ts'
import type { StoreAddress } from '../../../../src-main/database/postgres/store-address.ts'
import { openEngine } from '../../../../src-main/engine/engine.ts'
import { CLERK } from '../../../support/context.ts'
import { memoryKeySource } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'
import { askStore } from '../../../support/postgres/rows.ts'

const VERSION = '1.4.2'

describe('a look at a store', () => {
  let address: StoreAddress
  beforeEach(async () => {
    address = await newStore()
    onTestFinished(() => dropStore(address))
  })

  /** Changes what the service never changes: the store is gone after the test. */
  const asAdministrator = async (sql: string) =>
    void askStore(address, 'control', `ALTER TABLE setting SET (fillfactor = 100); ${sql}`)
  const wrong = async () =>
    (await inspectStore(address, VERSION)).filter(({ verdict, about }) => verdict === 'wrong' && about !== 'server')

  test('finds a prepared one as it should be', async () => {
    // Tests run without fsync, which it says.
    expect(await wrong()).toEqual([])
    const server = (await inspectStore(address, VERSION)).find(({ about }) => about === 'server')
    expect(server).toMatchObject({ verdict: 'wrong', text: expect.stringContaining('fsync is off') })
  })

  test('finds each right too many, and each that is lacking', async () => {
    await asAdministrator(`GRANT UPDATE ON sandbox.audit_entry TO fuelcard_sandbox;
      GRANT USAGE ON SCHEMA production TO fuelcard_sandbox; GRANT CREATE ON SCHEMA control TO fuelcard_control;
      REVOKE DELETE ON production.card FROM fuelcard_production`)
    expect((await wrong()).map(({ schema, text }) => [schema, text])).toEqual([
      ['control', 'it may create objects in the schema control'],
      ['sandbox', expect.stringMatching(/reaches the schema production.*may update audit_entry/)],
      ['production', 'it may not delete card'],
    ])
  })

  test('finds counters that are not what they count', async () => {
    const dataDir = temporaryFolder()
    const engine = await openEngine({ dataDir, dataKey: memoryKeySource(), version: VERSION, store: address })
    const { id } = await engine.projects.create('Fleet', CLERK)
    await engine.environment('sandbox').mockCards?.create(id, { count: 40, seed: 1 }, CLERK)
    await engine.stop()
    expect(await wrong()).toEqual([])
    await asAdministrator('DELETE FROM sandbox.card_count WHERE ctid IN (SELECT ctid FROM sandbox.card_count LIMIT 1)')
    expect(await wrong()).toMatchObject([
      { about: 'counters', schema: 'sandbox', text: expect.stringContaining('cards by status') },
    ])
  })

  test('finds a schema that another version has migrated, and how far apart it may be', async () => {
    const open = async (version: string) => (await openPostgresStores({ address, version })).closeAll()
    const migratedBy = (product: string) =>
      asAdministrator(`DELETE FROM control.schema_migration WHERE id = 'control-9999-later';
        INSERT INTO control.schema_migration (id, checksum, applied_at, product)
        VALUES ('control-9999-later', '00', '2027-01-01T00:00:00.000Z', '${product}')`)
    await migratedBy('1.5')
    await open('1.4.2')
    await migratedBy('1.6')
    await expect(open('1.4.2')).rejects.toMatchObject({
      fault: 'newer',
      message: expect.stringContaining('migrated by version 1.6 (step control-9999-later), and this is version 1.4'),
    })
    await migratedBy('2.0')
    await expect(open('1.9.0')).rejects.toMatchObject({ fault: 'newer' })
    expect(await wrong()).toMatchObject([{ about: 'structure', schema: 'control' }])
  })
})
