import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeElectron } from './stand-in-electron.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** A folder in which packages are made from the built app around a stand-in for Electron. */
export interface Workshop {
  folder: string
  /** Runs `npm run package` with these arguments; resolves with its output. */
  make(words: readonly string[], environment?: Record<string, string>): Promise<string>
}

export function openWorkshop(system: 'linux' | 'win'): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-package-'))
  const electron = join(folder, 'electron')
  mkdirSync(electron)
  makeElectron(electron, system)
  const fpm = join(folder, 'fpm')
  writeFileSync(fpm, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'fpm.ts')}" "$@"\n`)
  chmodSync(fpm, 0o755)
  return {
    folder,
    make: async (words, environment = {}) => {
      const { stdout } = await run(
        process.execPath,
        [join(ROOT, 'resources/package/run.ts'), `--${system}`, '--built', '--output', join(folder, 'dist'), ...words],
        {
          // electron-builder prints less if it detects vitest.
          env: {
            ...process.env,
            VITEST: '',
            ELECTRON_OVERRIDE_DIST_PATH: electron,
            CUSTOM_FPM_PATH: fpm,
            ...environment,
          },
        },
      )
      return stdout
    },
  }
}
