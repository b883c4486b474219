import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { StandInElectron } from '../stand-in/electron.ts'
import type { Machine } from '../stand-in/environment.ts'
import { connectWire, type Wire } from '../stand-in/wire.ts'
import { showWindows, type Pages } from './pages.ts'
import { fetchOnUse } from '../../../browser/support/fetch-on-use.ts'
import { removeFolder } from '../../../support/remove-folder.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
/** The program of this folder, or one built elsewhere so that `out` stays unchanged. */
export const PROGRAM = process.env['FUELCARD_DESKTOP'] ?? join(ROOT, 'out/main/desktop.js')

/** The built desktop app in a process of its own, on the stand-in for Electron. */
export interface Desk {
  readonly home: string
  readonly dataDir: string
  readonly pages: Pages
  /** The page of the first window. */
  page(): Promise<Page>
  /**
   * Runs a function in the app's process, as Playwright's `ElectronApplication.evaluate` does; it may use nothing from
   * around it.
   */
  evaluate<Result, Argument = undefined>(
    work: (electron: StandInElectron, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>
  /** An event of the system for the app, such as `second-instance`. */
  emit(name: string, ...parts: unknown[]): Promise<void>
  /** What an error box said. */
  readonly failures: string[]
  /** Resolves with the exit code once the process has ended. */
  readonly ended: Promise<number | null>
  /** Ends as by its menu; resolves with the exit code. */
  quit(): Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

export interface DeskOptions extends Partial<Omit<Machine, 'home'>> {
  /** Of an earlier start, to go on with its folders. */
  home?: string
  words?: string[]
  environment?: Record<string, string>
}

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1040 }

export function startDesk(
  browser: Browser,
  { home = newHome(), words = [], environment = {}, ...machine }: DeskOptions = {},
): Desk {
  if (!existsSync(PROGRAM)) throw new Error('The app is not built: run "npm run build" first')
  const dataDir = join(home, 'data')
  const whole: Machine = {
    home,
    languages: ['en-GB'],
    isSecond: false,
    isPackaged: false,
    hasTray: true,
    hasKeyring: true,
    displays: [DISPLAY],
    ...machine,
  }
  // Nothing of the person who runs the tests is read or written.
  const env = {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: join(home, 'share'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
    FUELCARD_DATA_KEY: '',
    ...environment,
    STAND_IN_MACHINE: JSON.stringify(whole),
  }
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, '../stand-in/register.ts'), PROGRAM, `--data-dir=${dataDir}`, ...words],
    { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' },
  )
  const failures: string[] = []
  const context = browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    viewport: null,
    acceptDownloads: true,
  })
  const pages = context.then(async (opened) => {
    await fetchOnUse(opened)
    return showWindows(opened, () => wire)
  })
  let known: Pages | null = null
  const lateHandlers = new Proxy(
    {},
    {
      get: (_target, name) => async (data: never) => {
        known ??= await pages
        if (name === 'app.failed') return failures.push(String(data))
        return known.handlers[String(name)]?.(data)
      },
    },
  )
  // An ending process may close the channel just before the message is sent; then the message is not needed.
  const send = (message: unknown) => void (child.connected && child.send(message as object, () => {}))
  const wire: Wire = connectWire({ send, onMessage: (listener) => void child.on('message', listener) }, lateHandlers)
  const ended = end(
    child,
    context.then((opened) => () => opened.close()),
  )
  return {
    home,
    dataDir,
    failures,
    ended,
    get pages() {
      if (known === null) throw new Error('There is no window yet')
      return known
    },
    page: async () => (await pages).page(1),
    evaluate: (work, argument) => wire.call('evaluate', { source: work.toString(), argument: argument ?? null }),
    emit: (name, ...parts) => wire.call('event', { name, parts }),
    quit: () => {
      wire.call('evaluate', { source: '({ app }) => setImmediate(() => app.quit())', argument: null }).catch(() => {})
      return ended
    },
    kill: (signal) => void child.kill(signal),
  }
}

export function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'fuelcard-desktop-'))
}

export function removeHome(home: string): void {
  removeFolder(home)
}

async function end(child: ChildProcess, closing: Promise<() => Promise<void>>): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null]
  const close = await closing
  await close()
  return code
}
