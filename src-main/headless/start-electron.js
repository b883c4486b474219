// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives up the download after this long without a byte: a network that drops packets never answers. */
const SILENCE_MS = 20_000
const LOOK_EVERY_MS = 500

/**
 * Finds Electron's program, or fetches it with progress.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 * @returns {Promise<{ program: string, problem: null } | { program: null, problem: string }>}
 */
export async function findElectron(root, say) {
  const folder = join(root, 'node_modules/electron')
  if (!existsSync(join(folder, 'package.json'))) return { program: null, problem: 'Electron is not installed' }
  const present = installedProgram(folder)
  if (present !== null) return { program: present, problem: null }
  say("Fetching Electron's program, once …")
  const problem = await fetchProgram(folder)
  const program = installedProgram(folder)
  return program === null
    ? { program, problem: `Electron's program could not be fetched (${problem})` }
    : { program, problem: null }
}

/**
 * Electron's program, if it was fetched before; else null.
 *
 * @param {string} folder the package's
 * @returns {string | null}
 */
export function installedProgram(folder) {
  const name = existsSync(join(folder, 'path.txt')) ? readFileSync(join(folder, 'path.txt'), 'utf8') : defaultName()
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name)
  return existsSync(program) ? program : null
}

function defaultName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * Runs Electron's installer. It reports no progress; the bytes it has written stand in for it.
 *
 * @param {string} folder
 * @returns {Promise<string>} what went wrong, should the program be missing afterwards
 */
async function fetchProgram(folder) {
  const passing = mkdtempSync(join(tmpdir(), 'fuelcard-desk-electron-'))
  const installer = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: passing, TEMP: passing, TMP: passing },
  })
  let problem = 'the installer failed'
  installer.stderr.on('data', (/** @type {Buffer} */ text) => {
    problem = /(?:Error|cause): .*/.exec(text.toString())?.[0] ?? problem
  })
  const ended = new Promise((resolve) => {
    installer.on('error', resolve)
    installer.on('exit', resolve)
  })
  let written = 0
  let heard = performance.now()
  const look = async () => {
    const now = (await bytesIn(passing)) + (await bytesIn(join(folder, 'dist')))
    if (now !== written) {
      written = now
      heard = performance.now()
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  ${Math.round(written / 1_000_000)} MB`)
    } else if (performance.now() - heard > SILENCE_MS) {
      problem = `no data for ${SILENCE_MS / 1000} s`
      installer.kill('SIGKILL')
    }
  }
  const watch = setInterval(() => void look(), LOOK_EVERY_MS)
  await ended
  clearInterval(watch)
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K')
  rmSync(passing, { recursive: true, force: true })
  return problem
}

/**
 * @param {string} path
 * @returns {Promise<number>}
 */
async function bytesIn(path) {
  try {
    const names = await readdir(path, { recursive: true })
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(path, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return 0
  }
}
