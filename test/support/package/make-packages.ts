import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** What stands before the file system of an AppImage made here, instead of the program that mounts it. */
export const RUNTIME = 'a stand-in for the runtime of AppImages'

export function openWorkshop(system: 'linux' | 'win'): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-package-'))
  const electron = join(folder, 'electron')
  mkdirSync(electron)
  makeElectron(electron, system)
  const fpm = join(folder, 'fpm')
  writeFileSync(fpm, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'fpm.ts')}" "$@"\n`)
  chmodSync(fpm, 0o755)
  const tools = join(folder, 'appimage')
  gatherTools(tools)
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
            APPIMAGE_TOOLS_PATH: tools,
            ...environment,
          },
        },
      )
      return stdout
    },
  }
}

/** The system's own tools, laid out as electron-builder downloads them. */
function gatherTools(folder: string): void {
  for (const arch of ['x64', 'arm64']) {
    mkdirSync(join(folder, 'lib', arch), { recursive: true })
    mkdirSync(join(folder, 'runtimes'), { recursive: true })
    writeFileSync(join(folder, `runtimes/runtime-${arch}`), RUNTIME)
  }
  for (const name of ['mksquashfs', 'desktop-file-validate']) symlinkSync(join('/usr/bin', name), join(folder, name))
}
