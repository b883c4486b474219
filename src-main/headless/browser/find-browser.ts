import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, posix, win32 } from 'node:path'

/** What a search depends on, so that a test can search another system. */
export interface Machine {
  platform: NodeJS.Platform
  environment: Readonly<Record<string, string | undefined>>
  exists: (path: string) => boolean
}

const THIS_MACHINE: Machine = { platform: process.platform, environment: process.env, exists: existsSync }

/** Chrome first, since most offices keep it up to date; all of them take the same words. */
const COMMANDS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]
/** A wrapper in shell is shorter. */
const LONGEST_WRAPPER = 16_384

/** The installed browsers that can show a page in a window of its own, best first. */
export function findBrowsers(machine: Machine = THIS_MACHINE): string[] {
  const found = candidates(machine).filter((path) => machine.exists(path) && !isConfined(path))
  return [...new Set(found)]
}

function candidates({ platform, environment }: Machine): string[] {
  const folders = (names: readonly string[]) => names.flatMap((name) => environment[name] ?? [])
  if (platform === 'win32')
    return WINDOWS_PROGRAMS.flatMap((program) =>
      folders(['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']).map((folder) => win32.join(folder, program)),
    )
  if (platform === 'darwin')
    return MAC_APPS.flatMap((name) =>
      ['/', ...folders(['HOME'])].map((folder) =>
        posix.join(folder, 'Applications', `${name}.app`, 'Contents/MacOS', name),
      ),
    )
  const path = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return COMMANDS.flatMap((name) => path.map((folder) => posix.join(folder, name)))
}

/** A browser from Snap sees no hidden folder, hence neither the page with the link nor its profile. */
function isConfined(path: string): boolean {
  if (path.startsWith('/snap/')) return true
  try {
    const real = realpathSync(path)
    return (
      real.endsWith('/snap') ||
      (statSync(real).size < LONGEST_WRAPPER && /\/snap\/bin\//.test(readFileSync(real, 'latin1')))
    )
  } catch {
    return false
  }
}
