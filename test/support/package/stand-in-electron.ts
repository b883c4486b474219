import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { FuseState } from '@electron/fuses'

/** What precedes the fuses in Electron's program: this text, the version of the wire and its length. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** As Electron delivers them, in the order of `FuseV1Options`. */
const FUSES = [true, false, true, true, false, false, false, true, true]

/** A folder laid out as Electron's, whose program holds only the fuses: electron-builder packs it like the real one. */
export function makeElectron(folder: string, system: 'linux' | 'win'): string {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  const program = join(folder, system === 'win' ? 'electron.exe' : 'electron')
  writeFileSync(
    program,
    Buffer.concat([system === 'win' ? emptyProgram() : Buffer.from('#!/bin/sh\necho "$@"\nexit 0\n'), fuses(FUSES)]),
    {
      mode: 0o755,
    },
  )
  for (const name of system === 'win' ? ['ffmpeg.dll'] : ['chrome-sandbox', 'chrome_crashpad_handler'])
    writeFileSync(join(folder, name), '', { mode: 0o755 })
  for (const language of ['de', 'en-GB', 'en-US', 'fr', 'ja', 'nl', 'zh-CN'])
    writeFileSync(join(folder, `locales/${language}.pak`), '')
  writeFileSync(join(folder, 'LICENSE'), 'The licence of Electron\n')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<title>Credits</title>\n')
  return folder
}

function fuses(states: readonly boolean[]): Buffer {
  const wire = states.map((on) => (on ? FuseState.ENABLE : FuseState.DISABLE))
  return Buffer.concat([Buffer.alloc(4096), Buffer.from(SENTINEL), Buffer.from([1, wire.length, ...wire])])
}

/** The smallest Windows program with a version, into which electron-builder writes its own and the icon. */
function emptyProgram(): Buffer {
  const load = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
  const { NtExecutable, NtExecutableResource, Resource } = load('resedit') as Resedit
  const program = NtExecutable.createEmpty()
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setFileVersion('45.0.0.0', 1033)
  version.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

/** The used part of the library with which electron-builder edits Windows programs. */
interface Resedit {
  NtExecutable: { createEmpty(): Program }
  NtExecutableResource: { from(program: Program): { entries: unknown[]; outputResource(program: Program): void } }
  Resource: { VersionInfo: { createEmpty(): VersionInfo } }
}
interface Program {
  generate(): ArrayBuffer
}
interface VersionInfo {
  setFileVersion(version: string, language: number): void
  setStringValues(language: { lang: number; codepage: number }, values: Record<string, string>): void
  outputToResourceEntries(entries: unknown[]): void
}
