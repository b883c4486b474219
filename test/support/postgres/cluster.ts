import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareStore, type PreparedStore } from '../../../src-main/database/postgres/prepare-store.ts'
import { SCHEMAS } from '../../../src-main/database/postgres/store-address.ts'
import { createHome, type Home, type RunningService } from '../program.ts'
import { postgresPrograms, startPostgres, type PostgresServer } from './server.ts'

/** One instance of a cluster: its own folder, and the process that serves there. */
interface Instance {
  readonly home: Home
  readonly service: RunningService
  /** Ends it as a power cut does, and starts it again. */
  killAndStart(): Promise<void>
  start(): Promise<void>
}

export interface Cluster {
  readonly server: PostgresServer
  /** The database's administrator. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  readonly instances: readonly Instance[]
  /** For commands beside the instances. */
  readonly beside: Home
  /** Writes another file of the store, which reaches it at this port. */
  storeAt(name: string, port: number): string
  readonly logins: PreparedStore['logins']
  /** Runs a command on an instance, or beside them on a folder of its own if none is named. */
  json<Result>(words: readonly string[], instance?: number): Promise<Result>
  /** Ends every session of the instances at once, in the middle of what they do. */
  cutConnections(): Promise<number>
}

const DATABASE = 'fleet'

export interface ClusterOptions {
  whenDone: (end: () => Promise<void>) => void
  settings?: string[]
  words?: string[]
  /** PostgreSQL's programs; by default those of npm. */
  programs?: string
  /** Where the instances reach the server, such as through a network; by default at its own port. */
  reach?: (server: PostgresServer) => Promise<readonly number[]>
  /** What an instance finds in its environment besides. */
  environmentOf?: (instance: number, home: Home) => NodeJS.ProcessEnv
  /** The instances find no tables, may make them, and start at once. */
  migrates?: boolean
}

/** Instances of the built program over a server of their own; all of it ends with the test or file. */
export async function startCluster(count: number, options: ClusterOptions): Promise<Cluster> {
  const { whenDone, settings = [], words = [], migrates = false } = options
  const programs = options.programs ?? postgresPrograms()
  if (programs === null) throw new Error('There is no PostgreSQL for this platform')
  const server = await startPostgres(programs, settings)
  whenDone(server.close)
  const first = await server.connect()
  await first.query(`CREATE DATABASE ${DATABASE}`)
  await first.end()
  const administrator = await server.connect(DATABASE)
  const { logins, owner } = await prepareStore(administrator, '0.1.0')
  for (const schema of migrates ? SCHEMAS : [])
    await administrator.query(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema} AUTHORIZATION ${owner.user}`)
  await administrator.end()
  const ports = (await options.reach?.(server)) ?? [server.port]
  const key = randomBytes(32).toString('base64')
  const homes = Array.from({ length: count + 1 }, () => createHome(whenDone))
  const urlAt = ({ user, password }: { user: string; password: string }, at: readonly number[]) =>
    `postgres://${user}:${password}@${at.map((port) => `127.0.0.1:${port}`).join()}/${DATABASE}?target_session_attrs=read-write`
  const storeAt = (name: string, at: readonly number[], home: Home): string => {
    const file = join(home.dir, name)
    const lines = SCHEMAS.map((schema) => `${schema}=${urlAt(logins[schema], at)}\n`)
    writeFileSync(file, lines.join(''), { mode: 0o600 })
    return file
  }
  for (const [index, home] of homes.entries())
    Object.assign(home.environment, {
      FUELCARD_STORE: storeAt('store', ports, home),
      FUELCARD_DATA_KEY: key,
      ...(migrates ? { FUELCARD_STORE_OWNER: urlAt(owner, ports) } : {}),
      ...(index < count ? options.environmentOf?.(index, home) : {}),
    })
  const beside = homes.pop()
  if (beside === undefined) throw new Error('A cluster has instances')
  const instances: Instance[] = []
  const serveAt = (home: Home) => home.serve(['--no-demo', ...words])
  const together = migrates ? await Promise.all(homes.map(serveAt)) : []
  for (const [index, home] of homes.entries()) {
    const serve = () => serveAt(home)
    let service = together[index] ?? (await serve())
    instances.push({
      home,
      get service() {
        return service
      },
      start: async () => {
        service = await serve()
      },
      killAndStart: async () => {
        await service.end('SIGKILL')
        service = await serve()
      },
    })
  }
  const ask: Cluster['ask'] = async (text, values) => {
    const client = await server.connect(DATABASE)
    try {
      return (await client.query(text, values)).rows as never
    } finally {
      await client.end()
    }
  }
  return {
    server,
    ask,
    instances,
    beside,
    storeAt: (name, port) => storeAt(name, [port], beside),
    logins,
    json: (given, instance) => (instances[instance ?? -1]?.home ?? beside).json(given),
    cutConnections: async () => {
      const cut = await ask<{ cut: number }>(
        "SELECT count(pg_terminate_backend(pid))::int AS cut FROM pg_stat_activity WHERE application_name = 'fuelcard-desk'",
      )
      return cut[0]?.cut ?? 0
    },
  }
}

/** A random number generator that gives the same numbers for the same seed (mulberry32), below `bound`. */
export function seeded(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}
