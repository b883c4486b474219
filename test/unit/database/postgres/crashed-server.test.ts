import { expect, it, onTestFinished } from 'vitest'
import type { ChangeNote } from '../../../../src-main/database/change-notes.ts'
import { openPostgresStore } from '../../../../src-main/database/postgres/open-store.ts'
import { prepareStore } from '../../../../src-main/database/postgres/prepare-store.ts'
import { createServer } from '../../../../src-main/database/postgres/server.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import { eventually } from '../../../support/eventually.ts'
import { postgresPrograms, startPostgres } from '../../../support/postgres/server.ts'

/** Transactions that a crash forgets, so that the server gives their numbers again. */
const FORGOTTEN = 300

it('hears what another instance writes after a crash, though its numbers were given before', async () => {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('There is no PostgreSQL for this platform')
  // What no commit flushes stays unflushed.
  const settings = ['wal_writer_delay = 10s', 'scram_iterations = 1']
  const server = await startPostgres(programs, settings)
  onTestFinished(server.close)
  const administrator = await server.connect()
  const { logins } = await prepareStore(administrator, '0.0.0-test')
  const open = async () => {
    const opened = await openPostgresStore<EnvironmentSchema>({
      server: createServer(
        {
          ...logins.sandbox,
          hosts: [{ host: '127.0.0.1', port: server.port }],
          database: 'postgres',
          tls: 'off',
          authority: undefined,
        },
        'sandbox',
      ),
      schema: 'sandbox',
    })
    onTestFinished(() => opened.close())
    return opened
  }
  const [writer, reader] = [await open(), await open()]
  const heard: unknown[] = []
  reader.onChanges((notes) => void heard.push(...notes))
  const put = (key: string) =>
    writer.write(async (transaction) => {
      transaction.note({ name: 'test', key } as unknown as ChangeNote)
      return transaction.run(transaction.build.insertInto('environment_state').values({ name: key, value: '' }))
    })
  await put('before')
  await eventually(() => expect(heard).toHaveLength(1))

  for (let number = 0; number < FORGOTTEN; number++) await administrator.query('NOTIFY fuelcard_sandbox')
  await server.kill()
  await server.start()
  await put('after')
  await eventually(() => expect(heard).toContainEqual(expect.objectContaining({ key: 'after' })))
})
