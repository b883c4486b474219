import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { installedProgram } from '../../src-main/headless/start-electron.js'
import { removeFolder } from '../support/remove-folder.ts'

// The app packed with Electron itself: what a stand-in cannot show is that its program keeps to the fuses, loads the
// archive, and answers commands without a display.
const ROOT = resolve(import.meta.dirname, '../..')
const electron = installedProgram(join(ROOT, 'node_modules/electron'))

test.skip(electron === null, "Electron's program is not on this machine: npx install-electron fetches it")
test.skip(process.platform === 'darwin', 'a macOS package is universal: it needs the program for both processors')

const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'fuelcard-real-package-'))
const system = process.platform === 'win32' ? 'win' : 'linux'
const unpacked = join(folder, `${system}-${process.arch === 'arm64' ? 'arm64-' : ''}unpacked`)
const program = join(unpacked, system === 'win' ? 'Fuelcard Desk.exe' : 'fuelcard-desk')

const run = (words: readonly string[], environment: Record<string, string> = {}) => {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env
  return spawnSync(program, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...words], {
    encoding: 'utf8',
    env: {
      ...inherited,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_RUNTIME_DIR: folder,
      ...environment,
    },
  })
}

test.beforeAll(() => {
  test.setTimeout(300_000)
  const script = join(ROOT, 'resources/package/run.ts')
  const made = spawnSync(process.execPath, [script, `--${system}`, '--dir', '--built', '--output', folder], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dirname(electron ?? '') },
  })
  expect(made.status, made.stderr).toBe(0)
})
test.afterAll(() => removeFolder(folder))

test('commands are answered without a display', () => {
  expect(run(['--version'])).toMatchObject({ status: 0, stdout: `${VERSION}\n` })
  expect(JSON.parse(run(['projects', 'create', '--name', 'North', '--json']).stdout)).toMatchObject({ name: 'North' })
  // A thread, from beside the archive.
  expect(JSON.parse(run(['check', '--json']).stdout)).toMatchObject({ ok: true })
})

test('nobody makes a Node of it', () => {
  // As Node it would name its own version, or fail for want of the file.
  expect(run(['--version'], { ELECTRON_RUN_AS_NODE: '1' }).stdout).toBe(`${VERSION}\n`)
  expect(run(['--version'], { NODE_OPTIONS: '--require ./nowhere.cjs' }).stdout).toBe(`${VERSION}\n`)
})
