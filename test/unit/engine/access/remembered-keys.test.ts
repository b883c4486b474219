import { beforeEach, expect, test, vi } from 'vitest'
import type { ControlSchema } from '../../../../src-main/database/schema.ts'
import type { Store } from '../../../../src-main/database/store.ts'
import type { CreatedApiKey } from '../../../../src-main/domain/access.ts'
import { createApiKeys, type ApiKeys } from '../../../../src-main/engine/access/api-keys.ts'
import { createControlCore } from '../../../../src-main/engine/kernel/control-core.ts'
import { dataKeyFrom } from '../../../../src-main/engine/kernel/secrets/data-key.ts'
import { fakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { newDatabase } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'

let database: Store<ControlSchema>
let keys: ApiKeys
let made: CreatedApiKey

beforeEach(async () => {
  database = await newDatabase('control', temporaryFolder())
  const clock = fakeClock()
  keys = createApiKeys(createControlCore(database, dataKeyFrom(Buffer.alloc(32, 7)), clock))
  await database.write((transaction) =>
    transaction.run(
      transaction.build
        .insertInto('project')
        .values({ id: 'project-1', name: 'Fleet', created_at: clock.now().toISOString() }),
    ),
  )
  made = await keys.create({ projectId: 'project-1', environment: 'sandbox', name: 'Dispatch' }, CLERK)
})

test('a key that is presented again and again is read once, until something is written', async () => {
  await keys.authenticate(made.key)
  // With this one, the note of the first use is on disk.
  await database.write(async () => null)
  const reads = vi.spyOn(database, 'first')
  for (let again = 0; again < 3; again += 1) expect(await keys.authenticate(made.key)).toMatchObject({ id: made.id })
  expect(reads).toHaveBeenCalledTimes(1)
  await keys.revoke(made.id, CLERK)
  await expect(keys.authenticate(made.key)).rejects.toMatchObject({ message: 'API key has been revoked' })
  expect(reads).toHaveBeenCalledTimes(2)
})

test('of many uses at once, one is noted', async () => {
  const writes = vi.spyOn(database, 'write')
  await Promise.all(Array.from({ length: 3 }, () => keys.authenticate(made.key)))
  expect(writes).toHaveBeenCalledTimes(1)
})

test('the project of a key is known by the key’s id', async () => {
  expect(await keys.projectOf(made.id)).toBe('project-1')
  expect(await keys.projectOf('unknown')).toBeNull()
})
