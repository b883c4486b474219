import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { prepareStore } from '../../src-main/database/postgres/prepare-store.ts'
import { SCHEMAS } from '../../src-main/database/postgres/store-address.ts'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { ROOT } from '../support/built/modules.ts'
import { startPostgres, type PostgresServer } from '../support/postgres/server.ts'
import { createHome, request, type Home } from '../support/program.ts'

/** Debian's: the package from npm has no `pg_dump`, and one of another version refuses the server. */
const PROGRAMS = '/usr/lib/postgresql/15/bin'
const isThere = ['postgres', 'pg_dump', 'pg_restore', 'psql'].every((program) => existsSync(join(PROGRAMS, program)))
if (!isThere) console.log(`Not run: the restore drill of a cluster, because there is no PostgreSQL 15 in ${PROGRAMS}`)

const PAGE = readFileSync(join(ROOT, 'docs/operate/cluster.md'), 'utf8')

it.runIf(isThere)(
  'a dump made as docs/operate/cluster.md says comes back on another server, whole and in use',
  async () => {
    const home = createHome()
    const key = join(home.dir, 'data-key')
    writeFileSync(key, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    const live = await startServer()
    const before = await fill(home, await prepare(live, home), key)

    const [backup = ''] = commandsOf('Backup')
    const [restore = '', proof = ''] = commandsOf('Restore drill')
    run(backup, home, live)
    // Not in the backup.
    await home.json(['projects', 'create', '--name', 'Later', ...before.place])
    const drill = await startServer()
    run(restore, home, drill)

    const bin = join(home.dir, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'fuelcard-desk'), `#!/bin/sh\nexec ${process.execPath} ${home.program} "$@"\n`, {
      mode: 0o755,
    })
    const said = run(
      proof.replace('s/db.internal/drill.internal/', `s/:${live.port}/:${drill.port}/`),
      home,
      drill,
      bin,
    )
    expect(said).toContain('Fleet')
    expect(said).not.toContain('Later')

    // The logins reach their own schema, and no other.
    const [{ reached } = { reached: null }] = (
      await (
        await connected(drill)
      ).query(
        `SELECT array_agg(nspname::text ORDER BY nspname) AS reached FROM pg_namespace
       WHERE nspname = ANY ($1) AND has_schema_privilege('fuelcard_sandbox', oid, 'USAGE')`,
        [SCHEMAS],
      )
    ).rows as { reached: string[] | null }[]
    expect(reached).toEqual(['sandbox'])

    const place = ['--store', join(home.dir, 'drill-store'), '--key-file', key, '--data-dir', join(home.dir, 'drill')]
    const service = await home.serve(['--no-demo', ...place])
    const url = `${service.ready.baseUrl}/projects/${before.project.id}/cards`
    expect(before.card).toMatchObject((await request(before.apiKey, 'GET', `${url}/${before.card.id}`)).body as object)
    expect((await request(before.apiKey, 'POST', `${url}/${before.card.id}/disable`)).status).toBe(200)
    expect((await service.end('SIGTERM')).code).toBe(0)

    // What was waiting at the moment of the backup may have been sent since: nothing goes out until somebody says so.
    expect(await home.json(['resume', ...before.place])).toEqual({ released: [] })
    expect(await home.json(['resume', ...place])).toEqual({ released: ['sandbox', 'production'] })
  },
)

async function startServer(): Promise<PostgresServer> {
  const server = await startPostgres(PROGRAMS, ['fsync = off'])
  onTestFinished(server.close)
  return server
}

async function connected(server: PostgresServer) {
  const client = await server.connect('fuelcard')
  onTestFinished(() => client.end())
  return client
}

/** Makes the store and writes its file; returns the file. */
async function prepare(server: PostgresServer, home: Home): Promise<string> {
  const administrator = await server.connect()
  await administrator.query('CREATE DATABASE fuelcard')
  await administrator.end()
  const { logins } = await prepareStore(await connected(server), '0.1.0')
  const lines = SCHEMAS.map((schema) => {
    const { user, password } = logins[schema]
    return `${schema}=postgres://${user}:${password}@127.0.0.1:${server.port}/fuelcard\n`
  })
  const file = join(home.dir, 'store')
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  return file
}

async function fill(home: Home, store: string, key: string) {
  const place = ['--store', store, '--key-file', key, '--data-dir', join(home.dir, 'live')]
  const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet', ...place])
  await home.json(['cards', 'mock', '--count', '300', '--seed', '5', ...place])
  const { key: apiKey } = await home.json<CreatedApiKey>(['keys', 'create', '--environment', 'sandbox', ...place])
  const words = ['cards', 'list', '--environment', 'sandbox', '--status', 'active', '--limit', '1']
  const [card] = (await home.json<{ docs: Card[] }>([...words, ...place])).docs
  if (card === undefined) throw new Error('There is no card')
  return { place, project, apiKey, card }
}

/** The blocks of commands under a heading of the page. */
function commandsOf(heading: string): string[] {
  const [, section = ''] = new RegExp(`^## ${heading}\n([^]*?)(?=^## |(?![^]))`, 'm').exec(PAGE) ?? []
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = '']) => commands)
}

/** Runs commands of the page as the administrator of that server; returns what they print. */
function run(commands: string, home: Home, server: PostgresServer, bin = home.dir): string {
  const { username, password, port } = new URL(server.url('postgres'))
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: home.dir,
    encoding: 'utf8',
    env: {
      ...home.environment,
      PATH: `${bin}:${PROGRAMS}:${home.environment['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
    },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}
