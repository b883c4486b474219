import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { addInstallationFiles, installationLock } from '../../../resources/package/headless.ts'
import type { Home } from '../program.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** What `npm pack` and `npm install --global` make, without building and without a registry. */
export interface Installation {
  folder: string
  /** The command on the path. */
  program: string
}

/** Packs a copy, since the files that only a package has would disturb whatever else reads the project's folder. */
export function installPacked(workshop: string): Installation {
  const copy = join(workshop, 'copy')
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] }
  const parts = new Set(
    files.filter((name) => name !== 'npm-shrinkwrap.json').map((name) => name.replace(/\/\*.*$/, '')),
  )
  for (const name of ['package.json', 'README.md', ...parts])
    if (name !== 'out/licences.txt') cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  addInstallationFiles(ROOT, copy)
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--offline', '--pack-destination', workshop], {
    cwd: copy,
  })
  const [archive = ''] = readdirSync(workshop).filter((name) => name.endsWith('.tgz'))
  const modules = join(workshop, 'lib/node_modules')
  mkdirSync(modules, { recursive: true })
  execFileSync('tar', ['-xzf', join(workshop, archive), '-C', modules])
  const folder = join(modules, 'fuelcard-desk')
  renameSync(join(modules, 'package'), folder)
  for (const path of Object.keys(installationLock(ROOT).packages))
    if (path !== '') cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  const program = join(workshop, 'bin/fuelcard-desk')
  mkdirSync(dirname(program))
  symlinkSync('../lib/node_modules/fuelcard-desk/out/main/cli.js', program)
  return { folder, program }
}

/** Runs a command until it ends; returns what it prints. */
export function runInstalled({ program }: Installation, home: Home, ...words: string[]): string {
  return execFileSync(process.execPath, [program, ...words], { env: home.environment, encoding: 'utf8' })
}

/** Starts `serve`, and resolves with all it says until it is ready. */
export async function serveInstalled({ program }: Installation, home: Home, ...words: string[]) {
  const service = spawn(process.execPath, [program, 'serve', '--port', '0', ...words], { env: home.environment })
  const said: string[] = []
  for await (const line of createInterface({ input: service.stdout })) {
    said.push(line)
    if (line.startsWith('Ctrl+C')) break
  }
  const text = said.join('\n')
  return { said: text, baseUrl: /API +(\S+)/.exec(text)?.[1] ?? '', end: () => service.kill('SIGKILL') }
}

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}
