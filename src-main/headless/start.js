// @ts-check
// `npm start`: builds what is missing, then opens the desktop app, or without one runs the same app headless.
// Plain JavaScript, since it must be able to say that this Node is too old to run anything else.
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** An app that was open this long had a window. */
const NEVER_OPENED_MS = 5_000

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// The same line as node-version.ts, which this file cannot load.
if (major < 24 && (major !== 22 || minor < 19)) {
  say(
    `Fuelcard Desk needs Node.js 22.19, or 24 and newer; this is ${process.versions.node}. Run "npm start", which brings the right one.`,
  )
  process.exit(3)
}

const LOOK_FOR_NPM_MS = 500

const words = process.argv.slice(2)
endWithNpm()
const headlessAsked = words.includes('--headless')
await build()
const whyHeadless = headlessAsked ? 'As asked,' : await openDesktop()
if (whyHeadless !== null) await runHeadless(whyHeadless)

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`)
}

/** On a signal, npm ends only its shell, not the program in it. Losing the shell therefore ends this process, too. */
function endWithNpm() {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM')
  }, LOOK_FOR_NPM_MS).unref()
}

/** Builds unless every output is newer than every source. */
async function build() {
  const outputs = ['out/main/cli.js', 'out/main/desktop.js', 'out/preload/index.cjs', 'out/renderer/index.html'].map(
    (file) => modifiedAt(join(root, file)),
  )
  const sources = [
    'src-main',
    'src-preload',
    'src-renderer',
    'package-lock.json',
    'electron.vite.config.ts',
    'tsconfig.json',
  ].map((name) => newestIn(join(root, name)))
  if (Math.min(...outputs) > Math.max(...sources)) return
  say('Building (takes a moment, once) …')
  const code = await run(process.execPath, [
    join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ])
  if (code === 0) return
  say('The build failed. After an update, "npm ci" may be what is missing.')
  process.exit(1)
}

/**
 * Runs the desktop app until it exits.
 *
 * @returns {Promise<string | null>} null if it ran, else the reason it could not, as the start of a sentence
 */
async function openDesktop() {
  if (!hasDisplay()) return 'There is no display:'
  const { findElectron } = await import('./start-electron.js')
  const { program, problem } = await findElectron(root, say)
  if (program === null) return `${problem}:`
  const started = performance.now()
  const code = await run(program, [root], { ELECTRON_RUN_AS_NODE: undefined })
  // An app that ends at once with an error never showed a window: a library of the system is missing, for example.
  if (code !== 0 && performance.now() - started < NEVER_OPENED_MS) return 'The desktop app could not be opened:'
  process.exitCode = code
  return null
}

/** @param {string} why */
async function runHeadless(why) {
  const given = words.filter((word) => word !== '--headless')
  const opens = hasDisplay() && !given.includes('--json') && !given.includes('--no-ui')
  // Asked for without a window, it opens in the person's own browser; else a browser's window stands in for the app's.
  const open = opens ? [headlessAsked ? '--open' : '--window'] : []
  say(
    `${why} running the same app ${open.includes('--window') ? 'in a' : 'without a window, as a page in the'} browser.`,
  )
  process.argv.splice(2, Number.POSITIVE_INFINITY, 'serve', ...open, ...given)
  // In this very process, so that signals and the exit code are the service's own.
  await import(pathToFileURL(join(root, 'out/main/cli.js')).href)
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/**
 * @param {string} program
 * @param {string[]} parameters
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<number>} the exit code
 */
function run(program, parameters, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, pass)
    const end = (/** @type {number | null} */ code) => {
      for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.off(signal, pass)
      resolve(code ?? 1)
    }
    child.on('error', () => end(1))
    child.on('exit', end)
  })
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * @param {string} path
 * @returns {number}
 */
function newestIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isDirectory()) return stat?.mtimeMs ?? 0
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
