import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkshop } from '../support/package/make-packages.ts'
import { filesBelow, filesOfApp } from '../support/package/read-app.ts'

// The folder that the installer installs. The installer itself needs NSIS, which electron-builder downloads: not made here.
describe.runIf(process.arch === 'x64')('a package for Windows', () => {
  const workshop = openWorkshop('win')
  const unpacked = join(workshop.folder, 'dist/win-unpacked')

  beforeAll(async () => {
    await workshop.make(['--dir'])
  })
  afterAll(() => rmSync(workshop.folder, { recursive: true, force: true }))

  it('has the addon for Windows alone', () => {
    const addons = filesOfApp(join(unpacked, 'resources'))
      .map(({ path }) => path)
      .filter((path) => path.endsWith('.node'))
    expect(addons).toEqual(['node_modules/better-sqlite3/prebuilds/win32-x64.node'])
  })

  it('has a stub for the console, which hands every word over behind "--"', () => {
    expect(filesBelow(unpacked)).toContain('bin/fuelcard-desk.cmd')
    const stub = readFileSync(join(unpacked, 'bin/fuelcard-desk.cmd'), 'latin1')
    expect(stub).toContain('"%~dp0..\\Fuelcard Desk.exe" -- %*\r\n')
    expect(filesBelow(unpacked)).toContain('Fuelcard Desk.exe')
  })

  it('has its fuses set, and the hash of its archive inside the program that checks it', async () => {
    const program = join(unpacked, 'Fuelcard Desk.exe')
    const wire = await getCurrentFuseWire(program)
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE)
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE)
    expect(readFileSync(program, 'latin1')).toContain('resources\\\\app.asar')
  })
})
