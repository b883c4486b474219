import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { runHosted } from './commands/hosted.ts'
import { removeFolder } from './remove-folder.ts'

/** Shared by all runs: most of a command's time goes into reading and compiling the code. */
const COMPILE_CACHE = join(tmpdir(), `fuelcard-test-compiled-${process.getuid?.() ?? 0}`)
/** The built program, as users have it; a coverage run uses the source, `test/mutants/planted.ts` a changed copy. */
export const PROGRAM =
  process.env['FUELCARD_PROGRAM'] ??
  join(
    import.meta.dirname,
    '../..',
    process.env['FUELCARD_TEST_SOURCE'] === '1' ? 'src-main/headless/cli.ts' : 'out/main/cli.js',
  )

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

interface ReadyLine {
  event: 'ready'
  baseUrl: string
  uiUrl: string | null
  dataDir: string
  pid: number
  /** Only of a service that others reach. */
  publicUrl?: string | null
  listensAt?: string
  localUrl?: string
}

/** A command that runs until it is ended; its first line has been printed. */
interface RunningCommand {
  firstLine: string
  /** Sends the signal to the process itself and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Ending>
  /** Resolves when it ends by itself. */
  ended: Promise<Ending>
}

/** A `serve` that has reported itself ready. */
export interface RunningService extends Omit<RunningCommand, 'firstLine'> {
  ready: ReadyLine
}

/** A user's own home: data, keys and sockets in one folder that is removed after the test. */
export interface Home {
  dir: string
  dataDir: string
  keyDir: string
  environment: NodeJS.ProcessEnv
  /** The program, for a test that starts it in its own way. */
  program: string
  /** Runs a command of the command line until it ends. */
  run(words: readonly string[], options?: RunOptions): Promise<Ending>
  /**
   * The same, for the command's words rather than its process: what a running service carries out shares one process
   * with others, which runs it in a tenth of the time.
   */
  runShared(words: readonly string[], options?: RunOptions): Promise<Ending>
  /** The same with `--json`; returns the parsed standard output. Fails if the exit code is not 0. */
  json<Result>(words: readonly string[], options?: RunOptions): Promise<Result>
  /** Starts a command that runs until it is ended, and waits for its first line. */
  begin(words: readonly string[], options?: RunOptions): Promise<RunningCommand>
  /** Starts `serve --port 0 --json` and waits for its line. */
  serve(words?: readonly string[], options?: RunOptions): Promise<RunningService>
}

interface RunOptions {
  input?: string
  environment?: NodeJS.ProcessEnv
  /** The working directory; by default the tests' own. */
  cwd?: string
  /** Another user, if the tests run as root. */
  uid?: number
  /** The service's default rate limits; otherwise they are off, since tests are fast. */
  rateLimits?: boolean
  /** What the line that `begin` waits for contains; by default any. */
  firstLine?: RegExp
}

/** All processes of all homes: a run that ends early, with its hooks unheard, leaves none behind. */
const started = new Set<ChildProcess>()
const endAll = () => {
  for (const child of started) child.kill('SIGKILL')
}
process.once('exit', endAll)
// One that is told to end, or whose runner is gone, leaves by no `exit`.
process.once('disconnect', endAll)
process.once('SIGTERM', () => {
  endAll()
  process.exit(143)
})

/**
 * @param whenDone registers what to do afterwards; by default after the test. For a home of a whole file it is
 *   `afterAll`, which vitest heeds outside tests and hooks alone.
 */
export function createHome(whenDone: (end: () => Promise<void>) => void = onTestFinished): Home {
  const dir = mkdtempSync(join(tmpdir(), 'fuelcard-home-'))
  const runtime = join(dir, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const running = new Set<ChildProcess>()
  const serving = new Set<ChildProcess>()
  const { FUELCARD_DATA_KEY: _key, npm_lifecycle_event: _event, FORCE_COLOR: _force, ...inherited } = process.env
  const environment: NodeJS.ProcessEnv = {
    ...inherited,
    NO_COLOR: '1',
    HOME: dir,
    XDG_DATA_HOME: join(dir, 'data'),
    XDG_CONFIG_HOME: join(dir, 'config'),
    XDG_RUNTIME_DIR: runtime,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  whenDone(async () => {
    const ended = [...running].map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
    removeFolder(dir)
  })

  const start = (words: readonly string[], options: RunOptions): ChildProcess => {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { ...environment, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    })
    running.add(child)
    started.add(child)
    child.on('exit', () => {
      running.delete(child)
      serving.delete(child)
      started.delete(child)
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(options.input ?? '')
    return child
  }
  const home: Home = {
    dir,
    dataDir: join(dir, 'data', 'fuelcard-desk'),
    keyDir: join(dir, 'config', 'fuelcard-desk', 'keys'),
    environment,
    program: PROGRAM,
    run: (words, options = {}) => endOf(start(words, options)),
    runShared: async (words, options = {}) => {
      const isOfAnother = words.includes('--data-dir') || words.includes('--service') || options.uid !== undefined
      if (serving.size === 0 || isOfAnother) return home.run(words, options)
      const ending = await runHosted(PROGRAM, {
        words,
        environment: { ...environment, ...options.environment },
        input: options.input ?? '',
        cwd: options.cwd ?? process.cwd(),
      })
      return ending === null ? home.run(words, options) : { ...ending, signal: null }
    },
    json: async <Result>(words: readonly string[], options: RunOptions = {}) => {
      const ending = await home.runShared([...words, '--json'], options)
      if (ending.code !== 0) throw new Error(`${words.join(' ')} ended with ${ending.code}: ${ending.stderr}`)
      return JSON.parse(ending.stdout) as Result
    },
    begin: async (words, options = {}) => {
      const child = start(words, options)
      const ended = endOf(child)
      const tooEarly = ended.then((ending) =>
        Promise.reject(new Error(`${words[0]} ended with ${ending.code}: ${ending.stderr}`)),
      )
      const line = await Promise.race([firstLine(child, options.firstLine), tooEarly])
      if (words[0] === 'serve' && running.has(child)) serving.add(child)
      return {
        firstLine: line,
        ended,
        end: (signal) => {
          child.kill(signal)
          return ended
        },
      }
    },
    serve: async (words = ['--no-demo'], options = {}) => {
      const limits = options.rateLimits === true ? [] : ['--rate-limit-sandbox', '0', '--rate-limit-production', '0']
      const { firstLine: line, ...running } = await home.begin(
        ['serve', '--port', '0', ...limits, '--json', ...words],
        options,
      )
      return { ready: JSON.parse(line) as ReadyLine, ...running }
    },
  }
  return home
}

async function endOf(child: ChildProcess): Promise<Ending> {
  if (child.stdout === null || child.stderr === null) throw new Error('The process has no output')
  const closed = new Promise<Pick<Ending, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  const [stdout, stderr, ending] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { ...ending, stdout, stderr }
}

function firstLine(child: ChildProcess, pattern = /^/): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on('line', (line) => pattern.test(line) && resolve(line))
  })
}

/** Sends a request with an API key; the body, if any, is parsed. */
export async function request(
  key: string,
  method: string,
  url: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const answer = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: answer === '' ? null : (JSON.parse(answer) as unknown),
  }
}

/** How often to repeat a test of random moments: once in `npm test`; `npm run soak` sets the number. */
export const ROUNDS = Number(process.env['FUELCARD_SOAK_ROUNDS'] ?? 1)
