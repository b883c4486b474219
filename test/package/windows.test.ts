import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkshop } from '../support/package/make-packages.ts'
import { filesBelow, filesOfApp } from '../support/package/read-app.ts'

// The folder that the installer installs. The installer itself needs plugins of NSIS that electron-builder downloads:
// of it, only the project's own part is compiled here.
const hasNsis = spawnSync('makensis', ['-VERSION'], { stdio: 'ignore' }).error === undefined

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

  it.runIf(hasNsis)('takes the scheme when it is installed, and gives it back when it is removed', () => {
    const script = join(workshop.folder, 'installer.nsi')
    const ours = join(import.meta.dirname, '../../resources/package/windows/installer.nsh')
    writeFileSync(
      script,
      `Unicode true
!include LogicLib.nsh
!define APP_EXECUTABLE_FILENAME "Fuelcard Desk.exe"
!define isUpdated '0 != 0'
!include "${ours}"
OutFile "${join(workshop.folder, 'installer.exe')}"
InstallDir "$TEMP"
Section
  SetShellVarContext current
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section Uninstall
  !insertmacro customUnInstall
SectionEnd
`,
    )
    execFileSync('makensis', ['-V2', '-WX', script])
  })
  it.skipIf(hasNsis)('compiles its part of the installer (left out: makensis is not on this machine)', () => {})

  it('has its fuses set, and the hash of its archive inside the program that checks it', async () => {
    const program = join(unpacked, 'Fuelcard Desk.exe')
    const wire = await getCurrentFuseWire(program)
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE)
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE)
    expect(readFileSync(program, 'latin1')).toContain('resources\\\\app.asar')
  })
})
