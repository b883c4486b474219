import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `sun_path` of Linux has 108 bytes with its closing NUL; macOS has 104. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

/**
 * Where the owner of a data folder listens for the command line: a Unix socket in a folder only this user can enter, or
 * a named pipe on Windows, named after the data folder's real path.
 */
export function controlPath(realDataDir: string): string {
  const name = createHash('sha256').update(realDataDir).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\fuelcard-desk-${name}`
  const file = `fuelcard-desk-${name}.sock`
  const runtime = process.env['XDG_RUNTIME_DIR']
  if (runtime !== undefined && runtime.startsWith('/') && fits(join(runtime, file)) && isPrivate(runtime))
    return join(runtime, file)
  for (const parent of [tmpdir(), '/tmp']) {
    const folder = join(parent, `fuelcard-desk-${userId()}`)
    if (fits(join(folder, file)) && preparePrivate(folder)) return join(folder, file)
  }
  throw new Error('There is no private folder for the control socket; set XDG_RUNTIME_DIR to one')
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH
}

function preparePrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return false
  }
  return isPrivate(folder)
}

/** Ours and closed to others: in a shared folder, someone else may have created or linked this name first. */
function isPrivate(folder: string): boolean {
  try {
    const stat = lstatSync(folder)
    return stat.isDirectory() && stat.uid === userId() && (stat.mode & 0o077) === 0
  } catch {
    return false
  }
}

/** Asked of the process: a container may run under a user ID without an account, for which `userInfo()` throws. */
function userId(): number | undefined {
  return process.getuid?.()
}
