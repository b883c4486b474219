import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowsers } from './find-browser.ts'

export interface PageToOpen {
  /** The sign-in link. */
  url: string
  dataDir: string
  /** Whether to open it as a window of its own, without tabs or address, if a browser can. */
  ownWindow: boolean
}

/** A page that was opened. */
export interface OpenedPage {
  /** Removes the way in, and closes a window that this process opened. */
  close(): void
}

const FOLDER = 'browser'
const LINK_PAGE = 'open.html'
/** A browser that ends with an error by then showed nothing: without a sandbox it starts for nobody, for example. */
const NEVER_OPENED_MS = 5_000
/** For its page alone: nothing of the browser's own goes over the network. */
const WINDOW_WORDS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-sync',
  '--disable-background-networking',
]

/**
 * Opens the page in a browser. Everyone on this machine can read the words a process was started with, so the browser
 * gets the name of a private file that leads to the link, never the link.
 */
export function openPage({ url, dataDir, ownWindow }: PageToOpen): OpenedPage {
  let window: ChildProcess | null = null
  let isClosed = false
  const ways = (page: string): (() => ChildProcess)[] => [
    ...(ownWindow ? findBrowsers() : []).map((program) => () => {
      const profile = `--user-data-dir=${join(dataDir, FOLDER, 'profile')}`
      window = start(program, [`--app=${pathToFileURL(page).href}`, profile, ...WINDOW_WORDS])
      return window
    }),
    () => {
      window = null
      return start(...defaultBrowser(page))
    },
  ]
  const tryNext = ([way, ...others]: (() => ChildProcess)[]): void => {
    if (isClosed) return
    if (way === undefined) return sayNoBrowser()
    const started = performance.now()
    const child = way()
    child.once('error', () => tryNext(others))
    child.once('exit', (code) => {
      if (code !== 0 && performance.now() - started < NEVER_OPENED_MS) tryNext(others)
    })
  }
  try {
    tryNext(ways(writeLinkPage(dataDir, url)))
  } catch {
    sayNoBrowser()
  }
  return {
    close: () => {
      isClosed = true
      window?.kill()
      rmSync(join(dataDir, FOLDER, LINK_PAGE), { force: true })
    },
  }
}

/** The link itself was printed before. */
function sayNoBrowser(): void {
  process.stderr.write('No browser could be opened: open the link yourself.\n')
}

/** Always the same name: a desktop tells windows apart by it, and keeps their icon and place. */
function writeLinkPage(dataDir: string, url: string): string {
  const folder = join(dataDir, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const file = join(folder, LINK_PAGE)
  const passing = `${file}.${process.pid}`
  rmSync(passing, { force: true })
  writeFileSync(passing, linkPage(url), { mode: 0o600, flag: 'wx' })
  renameSync(passing, file)
  return file
}

/** Replaces itself, so that "back" leads to no spent link. A fragment survives a refresh, where scripts are off. */
function linkPage(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Fuelcard Desk</title>
<noscript><meta http-equiv="refresh" content="0;url=${url}"></noscript>
<script>location.replace(${JSON.stringify(url)})</script>
`
}

function defaultBrowser(page: string): [string, string[]] {
  if (process.platform === 'darwin') return ['open', [page]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', page]]
  return ['xdg-open', [page]]
}

function start(program: string, words: readonly string[]): ChildProcess {
  // Another program needs no data key.
  const { FUELCARD_DATA_KEY: _key, ...env } = process.env
  // What a browser keeps in the data folder is as private as the rest of it.
  const mask = process.umask(0o077)
  try {
    const child = spawn(program, words, { stdio: 'ignore', detached: true, env })
    child.unref()
    return child
  } finally {
    process.umask(mask)
  }
}
