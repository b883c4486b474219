import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canNotarise, valueIn, type System } from './configuration.ts'

/** What a target is built with besides Electron, and where that comes from. */
const TOOLS: Record<System, string> = {
  linux: 'fpm and the AppImage runtime (CUSTOM_FPM_PATH and APPIMAGE_TOOLS_PATH name local copies)',
  win: 'NSIS (ELECTRON_BUILDER_NSIS_DIR names a local copy)',
  mac: 'dmgbuild (CUSTOM_DMGBUILD_PATH names a local copy)',
}

type Environment = Readonly<Record<string, string | undefined>>

/** An unpacked copy of Electron on this machine, named by the environment; electron-builder downloads it otherwise. */
export function localElectron(environment: Environment): string | null {
  return valueIn(environment, 'ELECTRON_OVERRIDE_DIST_PATH')
}

/** What packaging for a system needs and finds, in lines for a person; printed before anything is downloaded. */
export function describeNeeds(root: string, system: System, environment: Environment): string[] {
  const electron = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')
  const { version } = JSON.parse(electron) as { version: string }
  return [
    `Electron ${version}: ${electronFrom(environment)}`,
    `Tools: ${TOOLS[system]}; downloaded otherwise (ELECTRON_BUILDER_BINARIES_MIRROR names a mirror)`,
    ...(system === 'linux'
      ? [`rpmbuild: ${hasProgram('rpmbuild') ? 'found' : 'not found; "apt-get install rpm" brings it'}`]
      : []),
    ...(system === 'linux' ? [] : [`Signature: ${signature(system, environment)}`]),
    `Updates: ${valueIn(environment, 'FUELCARD_DESK_FEED') ?? 'off; FUELCARD_DESK_FEED names the https address of a feed'}`,
  ]
}

/** Why packages for this system cannot be made here; null where they can. */
export function obstacle(system: System, environment: Environment): string | null {
  const local = localElectron(environment)
  if (local !== null && !existsSync(local)) return `ELECTRON_OVERRIDE_DIST_PATH names ${local}, which does not exist`
  const feed = valueIn(environment, 'FUELCARD_DESK_FEED')
  if (feed !== null && URL.parse(feed)?.protocol !== 'https:') return `FUELCARD_DESK_FEED is no https address: ${feed}`
  if (system === 'mac' && process.platform !== 'darwin') return 'macOS packages can only be made on macOS'
  return null
}

function electronFrom(environment: Environment): string {
  const local = localElectron(environment)
  if (local !== null) return `the copy in ${local} (ELECTRON_OVERRIDE_DIST_PATH)`
  const mirror = valueIn(environment, 'ELECTRON_MIRROR')
  if (mirror !== null) return `downloaded from ${mirror} (ELECTRON_MIRROR)`
  return 'downloaded from its releases; ELECTRON_MIRROR names a mirror, ELECTRON_OVERRIDE_DIST_PATH an unpacked local copy'
}

function signature(system: 'win' | 'mac', environment: Environment): string {
  const name = system === 'win' ? 'WIN_CSC_LINK' : 'CSC_LINK'
  const signed = [name, 'CSC_LINK', 'CSC_NAME'].some((variable) => valueIn(environment, variable) !== null)
  const told = signed
    ? 'with the certificate of the environment'
    : `none; ${name} and ${name.replace('LINK', 'KEY_PASSWORD')} give one`
  if (system === 'win') return told
  return `${told}; ${canNotarise(environment) ? 'notarised' : 'not notarised: the environment holds no credentials (APPLE_API_KEY …)'}`
}

function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
}
