import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnection, openReadOnlyConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { findDamage } from '../../../../src-main/database/sqlite/integrity.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { temporaryFolder } from '../../../support/folder.ts'

describe('the search for damage', () => {
  function prepared(change?: (file: string) => void): ReturnType<typeof openConnection> {
    const file = join(temporaryFolder(), 'sandbox.sqlite')
    prepareFile(file, 'sandbox', () => {})
    change?.(file)
    // As in the checking thread.
    const sqlite = change === undefined ? openConnection(file) : openReadOnlyConnection(file)
    onTestFinished(() => {
      sqlite.close()
    })
    return sqlite
  }

  it('finds none in a sound file', () => {
    expect(findDamage(prepared())).toEqual([])
  })

  it('names a row whose reference is broken', () => {
    const sqlite = prepared()
    sqlite.exec(
      "PRAGMA foreign_keys = OFF; INSERT INTO event (id, project_key, name, created_at, body) VALUES ('e', 7, 'x', 'x', '')",
    )
    expect(findDamage(sqlite)).toEqual(['row 1 of event points at a missing project_scope'])
  })

  // Depending on the page, SQLite reports the damage, stops at it, or cannot even open the file.
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reports an overwritten page, number %i of eight', (eighth) => {
    const look = () =>
      findDamage(
        prepared((file) => {
          const bytes = readFileSync(file)
          const page = Math.max(1, Math.floor((bytes.length / 4096 / 9) * eighth))
          bytes.fill(0xa5, page * 4096, (page + 1) * 4096)
          writeFileSync(file, bytes)
        }),
      )
    expect(damageOf(look).length).toBeGreaterThan(0)
  })
})

function damageOf(look: () => string[]): string[] {
  try {
    return look()
  } catch (error) {
    expect(error).toMatchObject({ fault: 'corrupt' })
    return [String(error)]
  }
}
