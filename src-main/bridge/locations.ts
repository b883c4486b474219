import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import envPaths from 'env-paths'

// Two levels up, from src-main/bridge as from out/main.
const root = new URL('../../', import.meta.url)

/** The folder of the built page. */
export const RENDERER_DIR = fileURLToPath(new URL('out/renderer/', root))

/** Whether this is the project's folder, where npm builds and runs it, rather than an installation. */
export function isSourceFolder(): boolean {
  return existsSync(new URL('src-main/', root))
}

/** The product's version. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version
}

/** The platform's data folder; both hosts use the same. */
export function dataFolder(): string {
  return paths().data
}

/** The folder of data keys: in the platform's config folder. Beside the data, a copy of the folder would include it. */
export function keyFolder(): string {
  return join(paths().config, 'keys')
}

/** The command line's list of connected services, with their tokens. */
export function servicesFile(): string {
  return join(paths().config, 'services.json')
}

/** Where Node caches compiled code. */
export function compileCacheFolder(): string {
  return join(paths().cache, 'compiled')
}

function paths() {
  return envPaths('fuelcard-desk', { suffix: '' })
}
