import { DatabaseError } from '../database-error.ts'
import { OLDEST_SERVER } from './judge-server.ts'
import { pendingMigrations } from './migrate.ts'
import { refuseMoved } from './moved-store.ts'
import { refuseTransactionPooling } from './pooling-proxy.ts'
import { findMiscounts } from './recount.ts'
import { createServer, type Server } from './server.ts'
import { SCHEMAS, type SchemaName, type StoreAddress } from './store-address.ts'

/** One thing that was looked at. */
export interface Finding {
  about: 'connection' | 'server' | 'encryption' | 'rights' | 'structure' | 'counters' | 'replication' | 'audit'
  /** The login or schema; undefined for the whole store. */
  schema?: SchemaName
  /** `note` for what is as it may be, but deserves to be known. */
  verdict: 'ok' | 'note' | 'wrong'
  text: string
}

/** Looks at a store with its three logins. Writes nothing. */
export async function inspectStore(address: StoreAddress, version: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const schema of SCHEMAS) {
    const server = createServer(address[schema], schema, 2)
    try {
      findings.push(...(await inspectSchema(server, schema, address[schema].tls, version)))
      if (schema === 'control') findings.push(...(await inspectServer(server)))
    } catch (error) {
      findings.push({ about: 'connection', schema, verdict: 'wrong', text: messageOf(error) })
    } finally {
      await server.end()
    }
  }
  return findings
}

async function inspectSchema(server: Server, schema: SchemaName, tls: string, version: string): Promise<Finding[]> {
  const [connected] = (
    await server.read({
      text: 'SELECT current_user::text AS login, (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS tls',
    })
  ).rows
  const findings: Finding[] = [
    { about: 'connection', schema, verdict: 'ok', text: `${connected.login} reaches ${server.place}` },
    connected.tls !== null
      ? {
          about: 'encryption',
          schema,
          verdict: tls === 'require' ? 'note' : 'ok',
          text: `${connected.tls}${tls === 'require' ? ', but the server is not verified (sslmode=require)' : ''}`,
        }
      : {
          about: 'encryption',
          schema,
          verdict: 'note',
          text: 'The connection is not encrypted, as is usual on one machine',
        },
  ]
  const excess = await findRights(server, schema)
  findings.push(
    excess.length === 0
      ? { about: 'rights', schema, verdict: 'ok', text: 'Exactly those that an instance needs' }
      : { about: 'rights', schema, verdict: 'wrong', text: excess.join('; ') },
  )
  try {
    const pending = await pendingMigrations(server.read, schema, version)
    findings.push(
      pending === 0
        ? { about: 'structure', schema, verdict: 'ok', text: 'Up to date' }
        : {
            about: 'structure',
            schema,
            verdict: 'wrong',
            text: `${pending} migrations are due: run fuelcard-desk store migrate`,
          },
    )
    if (schema === 'control') await refuseMoved(server)
    if (pending > 0 || schema === 'control') return findings
  } catch (error) {
    return [...findings, { about: 'structure', schema, verdict: 'wrong', text: messageOf(error) }]
  }
  const miscounts = await findMiscounts(server)
  findings.push(
    miscounts.length === 0
      ? { about: 'counters', schema, verdict: 'ok', text: 'Equal to what they count' }
      : { about: 'counters', schema, verdict: 'wrong', text: `${miscounts.join(', ')}: not equal to what is counted` },
  )
  return findings
}

async function findRights(server: Server, schema: SchemaName): Promise<string[]> {
  const { rows } = await server.read({ text: RIGHTS, values: [schema] })
  return rows.map(({ problem }) => problem)
}

async function inspectServer(server: Server): Promise<Finding[]> {
  const { rows } = await server.read({
    text: `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
      current_setting('server_encoding') AS encoding, EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS searchable,
      current_setting('synchronous_standby_names') AS standbys, current_setting('synchronous_commit') AS committed,
      current_setting('fsync') AS durable, (SELECT count(*) FROM pg_stat_replication) AS replicas`,
  })
  const { number, version, encoding, searchable, standbys, committed, durable, replicas } = rows[0]
  const faults = [
    ...(number < OLDEST_SERVER * 10_000 ? [`version ${OLDEST_SERVER} or newer is needed`] : []),
    ...(encoding === 'UTF8' ? [] : [`the database is encoded in ${encoding}, not in UTF8`]),
    ...(searchable === true ? [] : ['the extension pg_trgm is missing']),
    ...(durable === 'on' ? [] : ['fsync is off: a power cut loses data']),
    ...(committed === 'off' || (committed === 'local' && standbys !== '')
      ? [`synchronous_commit is ${committed}: acknowledged changes can be lost`]
      : []),
  ]
  const shown = `PostgreSQL ${version}`
  const findings: Finding[] = [
    { about: 'server', verdict: faults.length === 0 ? 'ok' : 'wrong', text: [shown, ...faults].join('; ') },
    replicationOf(standbys, committed, replicas),
  ]
  try {
    await refuseTransactionPooling(server)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    findings.push({ about: 'server', verdict: 'wrong', text: error.message })
  }
  return findings
}

function replicationOf(standbys: string, committed: string, replicas: number): Finding {
  const about = 'replication'
  if (standbys === '')
    return {
      about,
      verdict: 'note',
      text: `${replicas} replicas, none of them synchronous: if the server is lost, so is what was acknowledged in its last moments. synchronous_standby_names would prevent that`,
    }
  if (committed === 'on' || committed === 'remote_apply')
    return {
      about,
      verdict: 'ok',
      text: `${replicas} replicas; ${standbys} confirm each change: nothing acknowledged is lost with the server`,
    }
  return {
    about,
    verdict: 'note',
    text: `${replicas} replicas; with synchronous_commit = ${committed}, they do not confirm that a change is on disk`,
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A sentence for each right that the login has without need, or lacks. */
const RIGHTS = `
  SELECT problem FROM (
    SELECT format('%s is a superuser, or may create roles or databases', rolname) AS problem FROM pg_roles
      WHERE rolname = current_user AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
    UNION ALL SELECT format('it may create objects in the schema %s', nspname) FROM pg_namespace
      WHERE nspname IN ('control', 'sandbox', 'production', 'public') AND has_schema_privilege(oid, 'CREATE')
    UNION ALL SELECT 'it may create schemas' WHERE has_database_privilege(current_database(), 'CREATE')
    UNION ALL SELECT format('it reaches the schema %s', nspname) FROM pg_namespace
      WHERE nspname IN ('control', 'sandbox', 'production') AND nspname <> $1 AND has_schema_privilege(oid, 'USAGE')
    UNION ALL SELECT format('it may act as the owner %s', nspowner::regrole) FROM pg_namespace
      WHERE nspname = $1 AND pg_has_role(nspowner, 'MEMBER')
    UNION ALL SELECT format('it may %s %s', lower(asked), relname) FROM pg_class
      CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS asked
      WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND has_table_privilege(pg_class.oid, asked)
        AND (asked IN ('TRUNCATE', 'REFERENCES', 'TRIGGER') OR relname = 'schema_migration'
          OR relname = 'audit_entry' AND asked <> 'INSERT')
    UNION ALL SELECT format('it may not %s %s', lower(asked), relname) FROM pg_class
      CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS asked
      WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND NOT has_table_privilege(pg_class.oid, asked)
        AND NOT (asked <> 'SELECT' AND relname = 'schema_migration')
        AND NOT (asked IN ('UPDATE', 'DELETE') AND relname = 'audit_entry')
  ) AS found`
