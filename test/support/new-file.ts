import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseKind } from '../../src-main/database/sqlite/database-kinds.ts'
import { prepareFile } from '../../src-main/database/sqlite/prepare-file.ts'
import { removeFolder } from './remove-folder.ts'

/** Migrations take longer than most tests, so each process runs them once per kind. */
const made = new Map<DatabaseKind, Buffer>()

/** Creates a file as the program does at its first start. */
export function createFile(file: string, kind: DatabaseKind): void {
  writeFileSync(file, made.get(kind) ?? make(kind), { mode: 0o600, flag: 'wx' })
}

function make(kind: DatabaseKind): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-new-'))
  const file = join(folder, 'new.sqlite')
  prepareFile(file, kind, () => {})
  const contents = readFileSync(file)
  removeFolder(folder)
  made.set(kind, contents)
  return contents
}
