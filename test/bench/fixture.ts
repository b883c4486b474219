import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEARCH_VERSION } from '../../src-main/database/sql/card-search.ts'
import { openReadOnlyConnection } from '../../src-main/database/sqlite/connection.ts'

const CLI = resolve(import.meta.dirname, '../../out/main/cli.js')
const FILL_LOOK_MS = 250
const SERVE = ['serve', '--json', '--port', '0', '--no-demo', '--rate-limit-sandbox', '0']

/** A service of its own, on a data folder of its own, with one project and its sandbox key. */
export interface BenchService {
  /** The built command line, and the environment in which it runs. */
  program: string
  environment: Record<string, string | undefined>
  dataDir: string
  readonly origin: string
  projectId: string
  headers: Record<string, string>
  /** The service's process. */
  readonly pid: number
  /** Runs a command of the command line in it; returns its JSON document. */
  run(...args: string[]): Promise<unknown>
  /**
   * Makes so many cards in the sandbox, and waits until all of them are in the search index: that goes on for a while.
   */
  mockCards(count: number): Promise<void>
  /** Starts it again after `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and removes its folder. */
  end(): Promise<void>
}

interface BenchOptions {
  /** With the page, for benchmarks that look at it. */
  ui?: boolean
  /** A module that runs in the service's process, ahead of the service. */
  inFront?: string
  /** Its store, instead of files in a folder. */
  store?: BenchStore
}

/** A store in a database server. */
export interface BenchStore {
  environment: Record<string, string>
  /** Resolves once the search index has all cards, and the server its statistics of them. */
  settled(): Promise<void>
}

export async function startBenchService({ ui = false, inFront, store }: BenchOptions = {}): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-bench-'))
  const dataDir = join(folder, 'data')
  const environment = {
    ...process.env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_RUNTIME_DIR: folder,
    ...store?.environment,
  }
  let child: ChildProcess | null = null
  let ready = { baseUrl: '', pid: 0 }
  const start = async (): Promise<void> => {
    child = spawn(
      process.execPath,
      [
        ...(inFront === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(inFront)}`]),
        CLI,
        ...SERVE,
        ...(ui ? [] : ['--no-ui']),
        '--data-dir',
        dataDir,
      ],
      { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    ready = JSON.parse(await firstLine(child)) as typeof ready
  }
  const stop = async (): Promise<void> => {
    const running = child
    child = null
    if (running === null) return
    running.kill('SIGTERM')
    await once(running, 'close')
  }
  const run = async (...args: string[]): Promise<unknown> => {
    const command = spawn(process.execPath, [CLI, ...args, '--json', '--data-dir', dataDir], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    command.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const [code] = (await once(command, 'close')) as [number]
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
    return JSON.parse(text)
  }
  const mockCards = async (count: number): Promise<void> => {
    await run('cards', 'mock', '--project', project.id, '--count', String(count), '--seed', '1')
    if (store !== undefined) return store.settled()
    const file = openReadOnlyConnection(join(dataDir, 'sandbox.sqlite'))
    const due = file.prepare('SELECT 1 FROM card WHERE search_version < ? LIMIT 1')
    while (due.get(SEARCH_VERSION) !== undefined) await sleep(FILL_LOOK_MS)
    file.close()
  }
  await start()
  const project = (await run('projects', 'create', '--name', 'Bench')) as { id: string }
  const key = (await run('keys', 'create', '--project', project.id, '--environment', 'sandbox')) as { key: string }
  return {
    program: CLI,
    environment,
    dataDir,
    get origin() {
      return ready.baseUrl.replace(/\/v1$/, '')
    },
    projectId: project.id,
    headers: { authorization: `Bearer ${key.key}` },
    get pid() {
      return ready.pid
    },
    run,
    mockCards,
    start,
    stop,
    end: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Another instance over the store of a service; returns where it listens, and how to end it. */
export async function startBeside({ environment }: BenchService): Promise<{ origin: string; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-bench-'))
  const child = spawn(process.execPath, [CLI, ...SERVE, '--no-ui', '--data-dir', join(folder, 'data')], {
    env: { ...environment, XDG_RUNTIME_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { baseUrl } = JSON.parse(await firstLine(child)) as { baseUrl: string }
  return {
    origin: baseUrl.replace(/\/v1$/, ''),
    end: async () => {
      child.kill('SIGTERM')
      await once(child, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The child has no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The child ended before it was ready')
}
