import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { removeFolder } from '../../support/remove-folder.ts'

const run = promisify(execFile)
/** The program of this folder, or one built elsewhere so that `out` stays unchanged. */
export const PROGRAM = process.env['FUELCARD_PROGRAM'] ?? resolve(import.meta.dirname, '../../../out/main/cli.js')

/** The built headless service in a process of its own, on a folder of its own. */
export interface BuiltService {
  /** `http://127.0.0.1:<port>`, the same after a restart. */
  readonly origin: string
  /** The line of the last start. */
  readonly ready: { baseUrl: string; listensAt?: string }
  readonly dataDir: string
  /** A fresh sign-in link, as `fuelcard-desk login` prints it. */
  link(): Promise<string>
  /** Runs a command of the command line against the service. */
  command(...words: string[]): Promise<unknown>
  /** Asks it to end, or with SIGKILL ends it without warning. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

export async function startBuiltService(
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  before: (command: BuiltService['command']) => Promise<unknown> = () => Promise.resolve(),
): Promise<BuiltService> {
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: run "npm run build" first')
  const home = mkdtempSync(join(tmpdir(), 'fuelcard-browser-'))
  const dataDir = join(home, 'data')
  // Nothing of the person who runs the tests is read or written.
  const env = {
    ...process.env,
    XDG_DATA_HOME: join(home, 'share'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
    FUELCARD_DATA_KEY: '',
    ...environment,
  }
  let child: ChildProcess | null = null
  let port = '0'
  let ready: BuiltService['ready'] = { baseUrl: '' }
  const command = async (...words: string[]): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [PROGRAM, ...words, '--json', '--data-dir', dataDir], { env })
    return JSON.parse(stdout) as unknown
  }
  const service: BuiltService = {
    get origin() {
      return `http://127.0.0.1:${port}`
    },
    get ready() {
      return ready
    },
    dataDir,
    link: async () => ((await command('login')) as { uiUrl: string }).uiUrl,
    command,
    start: async () => {
      const started = spawn(
        process.execPath,
        [PROGRAM, 'serve', '--json', '--port', port, '--data-dir', dataDir, ...flags],
        { env, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      child = started
      ready = JSON.parse(await firstLine(started)) as BuiltService['ready']
      // A public URL says nothing of the port behind it.
      port = new URL(ready.baseUrl).port || '0'
    },
    stop: async (signal = 'SIGTERM') => {
      const running = child
      child = null
      if (running === null || running.exitCode !== null) return
      const ended = once(running, 'exit')
      running.kill(signal)
      await ended
    },
    dispose: async () => {
      await service.stop()
      removeFolder(home)
    },
  }
  await before(command)
  await service.start()
  return service
}

function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (stdout === null) throw new Error('The service has no standard output')
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it was ready`)))
  })
}
