import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { migrate } from './migrate.ts'
import { SCHEMAS, type SchemaName } from './store-address.ts'

/** What `store prepare` made: passwords that exist nowhere else. */
export interface PreparedStore {
  owner: Login
  logins: Readonly<Record<SchemaName, Login>>
}

interface Login {
  user: string
  password: string
}

/** The role that owns the schemas, and migrates them. */
const OWNER = 'fuelcard_owner'

/**
 * Makes the three schemas, their owner and three logins without any right to change the structure, and runs the
 * migrations. Run again, it gives every login a new password.
 *
 * @param client a connection of the database's administrator
 * @param version the product's
 */
export async function prepareStore(client: pg.ClientBase, version: string): Promise<PreparedStore> {
  const owner = await makeLogin(client, OWNER)
  const logins = {
    control: await makeLogin(client, 'fuelcard_control'),
    sandbox: await makeLogin(client, 'fuelcard_sandbox'),
    production: await makeLogin(client, 'fuelcard_production'),
  }
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')
  const database = rows[0]?.name ?? ''
  // Objects belong to the owner although the administrator makes them.
  await client.query(`GRANT ${OWNER} TO CURRENT_USER`)
  for (const schema of SCHEMAS) {
    const { user } = logins[schema]
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${OWNER}, ${user}`)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${OWNER}`)
    await client.query(`SET ROLE ${OWNER}`)
    try {
      await migrate(client, schema, user, version)
    } finally {
      await client.query('RESET ROLE')
    }
  }
  return { owner, logins }
}

async function makeLogin(client: pg.ClientBase, user: string): Promise<Login> {
  const password = randomBytes(24).toString('base64url')
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [user])
  const verb = rows.length === 0 ? 'CREATE' : 'ALTER'
  await client.query(
    `${verb} ROLE ${user} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '${password}'`,
  )
  return { user, password }
}
