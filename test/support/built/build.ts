import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build as buildProgram, resolveConfig } from 'electron-vite'
import { build } from 'vite'
import { compileClient } from '../../../src-client/build/compile.ts'
import { BUILT_MODULES, CLIENT, entryName, FROM_SOURCE, modulesUnderTest, ROOT } from './modules.ts'

/**
 * Before any test starts, builds the program and the modules that tests import from the current source: a bundler may
 * drop code, so the tests run against what users get.
 */
export default async function buildWhatIsTested(): Promise<void> {
  const newest = newestIn([
    'src-main',
    'src-preload',
    'src-renderer',
    'test/support',
    'test/api',
    'test/client',
    'test/docs',
    'electron.vite.config.ts',
    'package-lock.json',
  ])
  if (builtAt(join(ROOT, 'out/main/cli.js')) < newest) await buildProgram({ root: ROOT, logLevel: 'warn' })
  if (!FROM_SOURCE && builtAt(BUILT_MODULES) < newest) await buildModules()
  if (builtAt(join(CLIENT.built, 'index.js')) < newestIn(['src-client/src', 'src-client/build'])) compileClient()
}

/** With the settings of the program, and its worker threads next to them, where the engine expects them. */
async function buildModules(): Promise<void> {
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'build', 'production')
  const main = config?.main
  const options = main?.build?.rolldownOptions
  if (main?.build === undefined || options === undefined) throw new Error('The program has no settings for its build')
  main.build.outDir = BUILT_MODULES
  main.build.emptyOutDir = true
  options.input = {
    ...(options.input as Record<string, string>),
    ...Object.fromEntries(modulesUnderTest().map((file) => [entryName(file), file])),
  }
  await build(main)
}

/** Epoch milliseconds; 0 if there is none. */
function builtAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestIn(paths: readonly string[]): number {
  const times = paths.flatMap((path) => {
    const at = join(ROOT, path)
    const below = statSync(at).isDirectory()
      ? readdirSync(at, { recursive: true, encoding: 'utf8' }).map((name) => join(at, name))
      : []
    return [at, ...below].map((file) => statSync(file).mtimeMs)
  })
  return Math.max(...times)
}
