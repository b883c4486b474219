import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CopyReport } from '../../src-main/engine/store/copy-store.ts'
import { EXAMPLES, wordsOf } from '../support/examples.ts'
import { createHome } from '../support/program.ts'
import { postgresPrograms, startPostgres, type PostgresServer } from '../support/postgres/server.ts'

let server: PostgresServer

beforeAll(async () => {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('There is no PostgreSQL for this platform')
  server = await startPostgres(programs)
  const administrator = await server.connect()
  await administrator.query('CREATE DATABASE fleet')
  await administrator.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
  await administrator.query("CREATE ROLE guest LOGIN PASSWORD 'guest'")
  await administrator.end()
})
afterAll(() => server.close())

const administratorOf = (database: string, user = 'postgres') =>
  `postgres://${user}@127.0.0.1:${server.port}/${database}`
const password = () => new URL(server.url('fleet')).password

test('a desk moves to PostgreSQL by the commands of the help texts, and back', async () => {
  const home = createHome()
  const file = join(home.dir, 'store')
  const withPassword = { environment: { PGPASSWORD: password() } }

  await home.json(['projects', 'create', '--name', 'Fleet'])
  await home.json(['cards', 'mock', '--count', '20', '--seed', '1'])
  const cards = await home.json<{ totalDocs: number }>(['cards', 'list'])

  const refused = async (words: string[], environment: NodeJS.ProcessEnv = withPassword.environment) => {
    const { code, stderr } = await home.run(['store', 'prepare', '--to', file, ...words], { environment })
    expect(code).not.toBe(0)
    expect(existsSync(file)).toBe(false)
    return stderr
  }
  expect(await refused(['postgres://postgres@127.0.0.1:1/fleet'])).toContain('does not answer')
  expect(await refused([administratorOf('fleet')], { PGPASSWORD: 'wrong' })).toContain('refuses the login')
  expect(await refused([administratorOf('fleet')], { PGPASSWORD: '' })).toContain('asks for a password')
  expect(await refused([administratorOf('nowhere')])).toContain('does not exist')
  expect(await refused([administratorOf('latin')])).toContain('encoded in LATIN1')
  expect(await refused([administratorOf('fleet', 'guest')], { PGPASSWORD: 'guest' })).toContain('may not create roles')
  expect(await refused([server.url('fleet')])).toContain('does not belong in an argument')

  // As in the second example: the password comes on standard input.
  const example = EXAMPLES.find((line) => line.includes('store prepare') && line.includes('--password-file -')) ?? ''
  const words = wordsOf(example).map((word) =>
    word === 'store' || !word.startsWith('postgres:') ? word : administratorOf('fleet'),
  )
  const made = await home.json<{ keyMade: boolean }>(words, { cwd: home.dir, input: `${password()}\n` })
  expect(made.keyMade).toBe(true)
  for (const name of [file, `${file}.owner`, `${file}.key`]) expect(statSync(name).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^control=postgres:.+\nsandbox=postgres:.+\nproduction=postgres:.+\n$/)
  const again = await home.run(['store', 'prepare', '--to', file, administratorOf('fleet')], withPassword)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })

  expect(await home.json(['store', 'migrate', '--store', file])).toEqual({
    applied: { control: [], sandbox: [], production: [] },
  })

  const there = await home.json<CopyReport>(['store', 'copy', '--to', file, '--move'])
  expect(there).toMatchObject({ moved: true, recounted: [] })
  expect(await home.run(['serve', '--port', '0'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('moved to'),
  })

  // Its instances hold the desk's data key.
  const instance = ['--store', file, '--data-dir', join(home.dir, 'instance')]
  expect(await home.json<{ totalDocs: number }>(['cards', 'list', ...instance])).toEqual(cards)
  expect(await home.json(['store', 'check', '--store', file])).toMatchObject({ ok: true })
  const other = await home.run(['store', 'check', '--store', file, '--key-file', `${file}.key`])
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('is not the one') })
  const backup = await home.run(['backup', ...instance])
  expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump') })
  const restore = await home.run(['restore', join(home.dir, 'some-backup'), ...instance])
  expect(restore).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump') })

  const second = join(home.dir, 'second')
  const copied = await home.json<CopyReport>(['store', 'copy', '--store', file, '--to', second])
  expect(copied.held).toEqual(['sandbox', 'production'])
  expect(await home.json(['cards', 'list', '--data-dir', second])).toEqual(cards)
})
