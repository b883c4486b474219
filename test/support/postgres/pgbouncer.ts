import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, runProxy } from '../http/proxy.ts'
import { removeFolder } from '../remove-folder.ts'
import type { Cluster } from './cluster.ts'

/** Where Debian has it. */
export const PGBOUNCER = '/usr/sbin/pgbouncer'

/** Runs one before the cluster's server until the test ends; returns its port. */
export async function startPgBouncer({ server, logins }: Cluster, mode: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-pgbouncer-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => removeFolder(folder))
  const port = await freePort()
  const users = Object.values(logins).map(({ user, password }) => `"${user}" "${password}"\n`)
  writeFileSync(join(folder, 'users'), users.join(''), { mode: 0o644 })
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users')}`,
    `pool_mode = ${mode}`,
  ]
  writeFileSync(file, settings.join('\n'), { mode: 0o644 })
  // It refuses to run as root.
  const words = process.getuid?.() === 0 ? ['-u', 'nobody', file] : [file]
  await runProxy(PGBOUNCER, words, folder, port)
  return port
}
