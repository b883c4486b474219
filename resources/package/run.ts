// `npm run package -- --linux|--win|--mac [targets]`: says what it needs, then makes the packages into `dist/`.
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Arch, build as makeWith, log, Platform } from 'electron-builder'
import { maintainerIn, packageConfiguration, valueIn, type Made, type System } from './configuration.ts'
import { drawIcons } from './icons.ts'
import { licencesOfAll } from './licences.ts'
import { debianChangelog } from './release-notes.ts'
import { describeNeeds, localElectron, obstacle } from './needs.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLATFORMS = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC }
const USAGE =
  'npm run package -- --linux|--win|--mac [--x64] [--arm64] [--dir] [--built] [--output folder] [targets, such as deb]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    linux: { type: 'boolean', default: false },
    win: { type: 'boolean', default: false },
    mac: { type: 'boolean', default: false },
    x64: { type: 'boolean', default: false },
    arm64: { type: 'boolean', default: false },
    /** Only the folder that is installed, without a package around it. */
    dir: { type: 'boolean', default: false },
    /** Takes what is built already. */
    built: { type: 'boolean', default: false },
    output: { type: 'string', default: 'dist' },
  },
})
const OUTPUT = resolve(ROOT, values.output)
const [system, ...more] = (['linux', 'win', 'mac'] as const).filter((name) => values[name])
if (system === undefined || more.length > 0) end(2, `Say for which system: ${USAGE}`)
const tell = log.info.bind(log)
log.info = (fields, message) => {
  // Hundreds of names, all of development tools.
  if (message !== 'duplicate dependency references') tell(fields, message)
}
// electron-builder takes an empty CSC_LINK for a certificate, and fails on it.
for (const name of Object.keys(process.env))
  if (/^(WIN_)?CSC_|^APPLE_/.test(name) && valueIn(process.env, name) === null) delete process.env[name]
process.exitCode = await makePackages(system)

async function makePackages(wanted: System): Promise<number> {
  console.log(describeNeeds(ROOT, wanted, process.env).join('\n'))
  const problem = obstacle(wanted, process.env)
  if (problem !== null) end(1, problem)
  if (!values.built && !build()) return 1
  const made = await makeMaterial(join(OUTPUT, 'material'))
  const local = localElectron(process.env)
  const names = values.dir ? ['dir'] : positionals
  try {
    const files = await makeWith({
      projectDir: ROOT,
      publish: 'never',
      targets: PLATFORMS[wanted].createTarget(names, ...architectures(wanted)),
      config: {
        ...packageConfiguration({ root: ROOT, system: wanted, output: OUTPUT, made, environment: process.env }),
        ...(local === null ? {} : { electronDist: local }),
      },
    })
    for (const file of files) console.log(file)
    return 0
  } catch (error) {
    // Its message names the address that did not answer, or the file that is wrong.
    console.error(error instanceof Error ? error.message : error)
    console.error('Where a download failed: the lines at the top say how to name a mirror or a local copy.')
    return 1
  }
}

async function makeMaterial(folder: string): Promise<Made> {
  const made = { licences: join(folder, 'licences.txt'), changelog: join(folder, 'changelog') }
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  await mkdir(folder, { recursive: true })
  await writeFile(made.licences, licencesOfAll(ROOT))
  await writeFile(made.changelog, debianChangelog(version, maintainerIn(process.env), new Date()))
  return { ...made, icons: await drawIcons(join(folder, 'icons')) }
}

function build(): boolean {
  const script = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
  return (
    spawnSync(process.execPath, [script, 'build', '--logLevel', 'warn'], { cwd: ROOT, stdio: 'inherit' }).status === 0
  )
}

/** Both unless one is asked for; an unpacked Electron on this machine is for its own alone. */
function architectures(wanted: System): Arch[] {
  const asked = [...(values.x64 ? [Arch.x64] : []), ...(values.arm64 ? [Arch.arm64] : [])]
  if (asked.length > 0) return asked
  if (wanted === 'mac') return [Arch.universal]
  if (localElectron(process.env) !== null) return [process.arch === 'arm64' ? Arch.arm64 : Arch.x64]
  return [Arch.x64, Arch.arm64]
}

function end(code: number, message: string): never {
  console.error(message)
  process.exit(code)
}
