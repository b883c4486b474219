import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { inspectFile, prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { copyBeforeMigration } from '../../../../src-main/engine/backup/migration-copy.ts'
import { fakeClock } from '../../../support/clock.ts'
import { temporaryFolder } from '../../../support/folder.ts'

describe('the copy before a migration', () => {
  const copy = (dataDir: string, clock = fakeClock()) => {
    const file = join(dataDir, 'control.sqlite')
    prepareFile(file, 'control', () => {})
    const sqlite = openConnection(file)
    try {
      copyBeforeMigration(dataDir, file, sqlite, clock)
    } finally {
      sqlite.close()
    }
  }

  it('is a whole database of its kind, named by time and file', () => {
    const dataDir = temporaryFolder()
    copy(dataDir)
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['before-migration-2026-03-14T15-09-26Z-control.sqlite'])
    expect(() =>
      inspectFile(join(dataDir, 'backups', 'before-migration-2026-03-14T15-09-26Z-control.sqlite'), 'control'),
    ).not.toThrow()
  })

  it('is kept only for the last few upgrades', () => {
    const dataDir = temporaryFolder()
    const clock = fakeClock()
    for (let upgrade = 0; upgrade < 5; upgrade++) {
      copy(dataDir, clock)
      clock.advance(1000)
    }
    expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual(
      [28, 29, 30].map((second) => `before-migration-2026-03-14T15-09-${second}Z-control.sqlite`),
    )
  })

  it('replaces what an interrupted one left', () => {
    const dataDir = temporaryFolder()
    copy(dataDir)
    writeFileSync(join(dataDir, 'backups', 'before-migration-2026-03-14T15-09-26Z-control.sqlite.partial'), 'half')
    copy(dataDir)
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['before-migration-2026-03-14T15-09-26Z-control.sqlite'])
  })

  it('fails loudly if it cannot be written, so that nothing is migrated', () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'backups'), 'a file in the way')
    expect(() => copy(dataDir)).toThrow(expect.objectContaining({ fault: 'read_only', file: join(dataDir, 'backups') }))
  })
})
