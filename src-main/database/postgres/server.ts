import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Client, Pool, types, type ClientConfig, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { DatabaseError } from '../database-error.ts'
import { classifyServer, isLost, isOfServer, isReadOnly, isStandby } from './server-error.ts'
import { watchSilence } from './silence.ts'
import type { SchemaAddress } from './store-address.ts'

/** A connection borrowed from the pool. */
export type Connection = PoolClient

/** The connections of one login, to that of its hosts which takes writes; where none does, to one that is read-only. */
export interface Server {
  /** For errors and the log: where it is, without a password. */
  readonly place: string
  /**
   * Borrows a connection; give it back with `release`, and with `release(true)` if it failed.
   *
   * @throws DatabaseError `away` when no host answers within 5 s; `crowded` when no connection is free so long
   */
  borrow(): Promise<Connection>
  /** Runs a read on any connection; once more on another if the connection breaks. */
  read(query: QueryConfig): Promise<QueryResult>
  /** A connection of its own, outside the pool. */
  connect(): Promise<Client>
  /** Lends none of the connections any longer that are open now: their server takes no writes. */
  renew(): void
  /** How many connections are open, idle and waited for, of how many at most. */
  usage(): { open: number; idle: number; waiting: number; size: number }
  end(): Promise<void>
}

/** How long a connection may take, and how long a borrower waits for one. */
const CONNECT_MS = 5_000
export const DEFAULT_POOL = 10
/** A session that stops in mid-transaction holds locks that others wait for. */
const SESSION = [
  "SET statement_timeout = '30s'",
  "SET lock_timeout = '15s'",
  "SET idle_in_transaction_session_timeout = '15s'",
  'SET tcp_keepalives_idle = 10',
  'SET tcp_keepalives_interval = 5',
  'SET tcp_keepalives_count = 3',
  "SET client_encoding = 'UTF8'",
  "SET TIME ZONE 'UTC'",
].join('; ')
const STATE =
  "SELECT pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only') = 'on' AS \"readOnly\""
const BIGINT = 20
const NUMERIC = 1700

/** @param schema the only one on the session's path; null for an administrator's connection */
export function createServer(address: SchemaAddress, schema: string | null, poolSize = DEFAULT_POOL): Server {
  const { hosts, database, user, password } = address
  const place = `postgres://${hosts.map(({ host, port }) => `${host}:${port}`).join(',')}/${database}${schema === null ? '' : `#${schema}`}`
  let ending: Promise<void> | undefined
  /** The host that took writes last. */
  let current = 0
  /** Whether to make do with a host that is set to be read-only. */
  let readsSuffice = hosts.length === 1
  /** Connections from before are not lent again. */
  let lentSince = 0
  const configOf = (host: number): ClientConfig => ({
    ...hosts[host % hosts.length],
    database,
    user,
    ...(password !== undefined && { password }),
    ssl: address.tls === 'off' ? false : sslOf(address),
    application_name: 'fuelcard-desk',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser: ((oid: number, format: 'text') => typeParser(oid, format)) as never },
  })
  const leave = (host: number) => {
    if (current === host) current = (host + 1) % hosts.length
  }
  const isGone = async ({ hostNumber }: HostClient): Promise<boolean> => {
    const client = new Client(configOf(hostNumber))
    client.on('error', ignore)
    try {
      await client.connect()
      return false
    } catch (error) {
      return !isOfServer(error)
    } finally {
      client.end().catch(ignore)
    }
  }
  const watch = watchSilence<HostClient>(isGone, (client) => {
    lentSince = performance.now()
    leave(client.hostNumber)
    client.cut()
  })
  class HostClient extends Client {
    readonly openedAt = performance.now()
    readonly hostNumber: number

    constructor(hostNumber: unknown) {
      // The pool hands over its own options.
      const host = typeof hostNumber === 'number' ? hostNumber : current
      super(configOf(host))
      this.hostNumber = host
    }

    override query(...asked: unknown[]): never {
      const answer = super.query(...(asked as [string])) as unknown
      if (answer instanceof Promise) watch.follow(this, answer)
      return answer as never
    }

    /** Ends it without a word to the server. */
    cut(): void {
      ;(this as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    }
  }
  const prepare = async (client: Client | PoolClient): Promise<void> => {
    const path = schema === null ? '' : `; SET search_path = ${schema}, public`
    const answers: unknown = await client.query(`${SESSION}${path}; ${STATE}`)
    const { standby, readOnly } = (answers as QueryResult[]).at(-1)?.rows[0] ?? {}
    if (standby === true) throw new Error('the server is in recovery: a standby')
    if (readOnly !== true) readsSuffice = hosts.length === 1
    else if (!readsSuffice) throw new Error('the server is read-only')
  }
  const pool = new Pool({
    connectionTimeoutMillis: CONNECT_MS,
    Client: HostClient as never,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 3_600,
    onConnect: prepare as never,
  })
  // A connection that breaks while idle is replaced when one is needed.
  pool.on('error', ignore)
  /**
   * Opens a connection to the current host, or to the next ones until one takes writes, for as long as one may take.
   */
  const onSomeHost = async <Opened>(open: (host: number) => Promise<Opened>): Promise<Opened> => {
    const deadline = performance.now() + CONNECT_MS
    let reason: unknown
    for (let attempt = 1; ; attempt++) {
      const tried = current
      try {
        return await open(tried)
      } catch (error) {
        if (!isLost(error)) throw classifyServer(error, place)
        if (!isStandby(error)) reason = error
        leave(tried)
        // Each host is asked, however long the others take.
        const wasAsked = attempt >= hosts.length
        if (wasAsked && isReadOnly(reason) && !readsSuffice) readsSuffice = true
        else if (wasAsked && performance.now() > deadline) throw classifyServer(reason ?? error, place)
        await setTimeout(RETRY_MS)
      }
    }
  }
  const borrowAny = async (): Promise<Connection> => {
    try {
      return await pool.connect()
    } catch (error) {
      if (!(error instanceof Error) || error.message !== POOL_TIMEOUT) throw error
      throw new DatabaseError('crowded', place, `${place}: none of ${poolSize} connections became free within 5 s`)
    }
  }
  const borrow = (): Promise<Connection> =>
    onSomeHost(async () => {
      for (;;) {
        const client = await borrowAny()
        client.removeListener('error', ignore)
        client.on('error', ignore)
        if ((client as unknown as HostClient).openedAt >= lentSince) return client
        client.release(true)
      }
    })
  const readOnce = async (query: QueryConfig): Promise<QueryResult> => {
    const client = await borrow()
    try {
      const result = await client.query(query)
      client.release()
      return result
    } catch (error) {
      client.release(isLost(error))
      throw error
    }
  }
  return {
    place,
    borrow,
    read: async (query) => {
      try {
        return await readOnce(query).catch((error: unknown) => {
          if (error instanceof DatabaseError || !isLost(error)) throw error
          return readOnce(query)
        })
      } catch (error) {
        throw classifyServer(error, place)
      }
    },
    connect: () =>
      onSomeHost(async (host) => {
        const client = new HostClient(host)
        client.on('error', ignore)
        try {
          await client.connect()
          await prepare(client)
          return client
        } catch (error) {
          await client.end().catch(() => {})
          throw error
        }
      }),
    renew: () => {
      if (performance.now() - lentSince < RENEW_MS) return
      lentSince = performance.now()
      readsSuffice = hosts.length === 1
    },
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, size: poolSize }),
    end: () => {
      watch.stop()
      return (ending ??= pool.end())
    },
  }
}

const RETRY_MS = 100
/** At most so often: while the server is read-only, each write finds that out. */
const RENEW_MS = 1_000
/** The driver's words when all connections are lent. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'

function ignore(): void {}

/** Row numbers and counts stay below 2^53. */
function typeParser(oid: number, format: 'text') {
  return oid === BIGINT || oid === NUMERIC ? Number : types.getTypeParser(oid, format)
}

function sslOf({ tls, authority }: SchemaAddress) {
  return { rejectUnauthorized: tls === 'verify-full', ...(authority !== undefined && { ca: authority }) }
}
