import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const CLI = resolve(import.meta.dirname, '../../out/main/cli.js')

/** A service of its own, on a data folder of its own, with one project and its sandbox key. */
export interface BenchService {
  dataDir: string
  origin: string
  projectId: string
  headers: Record<string, string>
  /** The service's process. */
  pid: number
  /** Runs a command of the command line in it; returns its JSON document. */
  run(...args: string[]): Promise<unknown>
  end(): Promise<void>
}

/** @param options `ui`: with the page, for benchmarks that look at it */
export async function startBenchService({ ui = false }: { ui?: boolean } = {}): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-bench-'))
  const dataDir = join(folder, 'data')
  const environment = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config'), XDG_RUNTIME_DIR: folder }
  const child = spawn(process.execPath, [CLI, 'serve', '--json', '--port', '0', '--no-demo', ...(ui ? [] : ['--no-ui']), '--rate-limit-sandbox', '0', '--data-dir', dataDir], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = JSON.parse(await firstLine(child)) as { baseUrl: string; pid: number }
  const run = async (...args: string[]): Promise<unknown> => {
    const command = spawn(process.execPath, [CLI, ...args, '--json', '--data-dir', dataDir], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    command.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const [code] = (await once(command, 'close')) as [number]
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
    return JSON.parse(text)
  }
  const project = (await run('projects', 'create', '--name', 'Bench')) as { id: string }
  const key = (await run('keys', 'create', '--project', project.id, '--environment', 'sandbox')) as { key: string }
  return {
    dataDir,
    origin: ready.baseUrl.replace(/\/v1$/, ''),
    projectId: project.id,
    headers: { authorization: `Bearer ${key.key}` },
    pid: ready.pid,
    run,
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
