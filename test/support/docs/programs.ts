import { accessSync, chmodSync, constants, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import type { Home } from '../program.ts'
import type { Page } from './page.ts'

/** Among what a page needs: packages that this repository does not have. */
export const REGISTRY = 'registry'
const INSTALL_OFFLINE = join(import.meta.dirname, 'install-offline.ts')

/** What the whole page needs, from `<!-- snippets: needs java, registry -->`. */
export function needsOf({ directives }: Page): string[] {
  return directives.flatMap((said) => /^needs (.+)$/.exec(said)?.[1]?.split(/, ?/) ?? [])
}

/** Why these cannot all be had, as the end of a sentence; null if they can. */
export function missing(needs: readonly string[]): string | null {
  if (needs.includes(REGISTRY) && process.env['FUELCARD_TEST_REGISTRY'] !== '1')
    return 'it fetches packages, which FUELCARD_TEST_REGISTRY=1 allows'
  const absent = needs.find((program) => program !== REGISTRY && onPath(program) === null)
  return absent === undefined ? null : `there is no ${absent} on this machine`
}

/** Writes the commands as pages write them; `npm` handles what needs no registry, unless the page may use one. */
export function writePrograms(folder: string, home: Home, mayFetch: boolean): void {
  const program = `exec '${process.execPath}' '${home.program}'`
  const fetching = `npm_config_userconfig='${join(homedir(), '.npmrc')}' exec '${onPath('npm')}' install --silent --no-audit --no-fund`
  const installing = mayFetch ? fetching : `exec '${process.execPath}' '${INSTALL_OFFLINE}'`
  const scripts = {
    'fuelcard-desk': `${program} "$@"`,
    npm: `case "$*" in
  "run -s cli -- "*) shift 4; ${program} "$@" ;;
  "pack ./src-client") exec '${onPath('npm')}' pack --silent --ignore-scripts '${join(ROOT, 'src-client')}' ;;
  "install "*) shift; ${installing} "$@" ;;
  *) echo "npm $* is not run here: it would need a registry" >&2; exit 99 ;;
esac`,
  }
  for (const [name, lines] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`)
    chmodSync(join(folder, name), 0o755)
  }
}

function onPath(program: string): string | null {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
