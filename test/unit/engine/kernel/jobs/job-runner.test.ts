import { sql, type RawBuilder } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestEngine } from '../../../../support/engine.ts'
import { rawQuery } from '../../../../support/raw-query.ts'

test('a failed first write holds up nothing: the service goes on, and stops on request', async () => {
  const opened = await openTestEngine()
  onTestFinished(() => opened.close())
  const environment = opened.engine.environment('sandbox')
  // In the commit with which the runners release the claims of a dead process.
  const failing = environment.change(async (transaction) => {
    const run = (query: RawBuilder<unknown>) => transaction.run(rawQuery(transaction.build, query))
    await run(
      sql`CREATE TEMP TABLE note (value INTEGER PRIMARY KEY, parent INTEGER REFERENCES note (value) DEFERRABLE INITIALLY DEFERRED)`,
    )
    return run(sql`INSERT INTO temp.note VALUES (1, 99)`)
  })
  await expect(failing).rejects.toThrow('FOREIGN KEY')
  environment.wake()
  expect(await environment.change(async () => 'written')).toBe('written')
})
