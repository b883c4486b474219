// `npm pack`: what only the headless package has is written before and removed after (`prepack`, `postpack`).
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { HEADLESS_README } from './headless-readme.ts'
import { licencesOfAll } from './licences.ts'

interface Lock {
  name: string
  version: string
  lockfileVersion: number
  requires: boolean
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  dev?: boolean
  [other: string]: unknown
}

/** What npm gives the person who installs the package the very versions that were tested. */
const SHRINKWRAP = 'npm-shrinkwrap.json'
const README = 'README.md'
/** Where the project's own README waits: npm packs the one in the root, whatever `files` says. */
const README_ASIDE = 'out/README.project.md'

/**
 * The lock file of an installation: what the project's own lock file has for run time, and no registry's address.
 *
 * @throws Error if the lock file is older than the project's dependencies
 */
export function installationLock(root: string): Lock {
  const lock = readJson(join(root, 'package-lock.json')) as Lock
  const manifest = readJson(join(root, 'package.json')) as LockedPackage
  const { '': project, ...packages } = lock.packages
  if (
    project === undefined ||
    project.version !== manifest.version ||
    !isDeepStrictEqual(project.dependencies, manifest.dependencies)
  )
    throw new Error('package-lock.json is not that of package.json: run "npm install" first')
  const { devDependencies: _tools, ...own } = project
  const installed = Object.entries(packages).flatMap(([path, { resolved: _address, ...locked }]) =>
    locked.dev === true ? [] : [[path, locked] as const],
  )
  return { ...lock, packages: { '': own, ...Object.fromEntries(installed) } }
}

/** Writes the lock file, the licences and the README into the project's folder, which must be built. */
export function addInstallationFiles(root: string, target = root): void {
  writeFileSync(join(target, SHRINKWRAP), `${JSON.stringify(installationLock(root), null, 2)}\n`)
  writeFileSync(join(target, 'out/licences.txt'), licencesOfAll(root))
  if (!hasPackedReadme(target)) renameSync(join(target, README), join(target, README_ASIDE))
  writeFileSync(join(target, README), HEADLESS_README)
}

/** Leaves the project's folder as it was before `addInstallationFiles`; the build's folder is not cleared. */
export function removeInstallationFiles(root: string): void {
  // It would go before package-lock.json in the project itself.
  rmSync(join(root, SHRINKWRAP), { force: true })
  if (hasPackedReadme(root)) renameSync(join(root, README_ASIDE), join(root, README))
}

/** Also after an `npm pack` that was interrupted, until someone brings the project's own back. */
function hasPackedReadme(root: string): boolean {
  return readFileSync(join(root, README), 'utf8') === HEADLESS_README
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  if (process.argv.includes('--remove')) removeInstallationFiles(root)
  else if (existsSync(join(root, 'out/main/cli.js'))) addInstallationFiles(root)
  else throw new Error('Nothing is built: run "npm run build" first')
}
