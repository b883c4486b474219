import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupInfo } from '../../domain/desk/backup.ts'
import type { Remaining } from '../../domain/desk/personal.ts'
import type { Settings } from '../../domain/desk/settings.ts'
import { backupsFolder } from '../backup/backups-folder.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Copies of the databases from before an erasure. Automatic backups are eventually replaced; backups made by a person,
 * and files set aside by an upgrade or a restore, are for a person to remove. Copies outside the data folder cannot be
 * counted.
 */
export function copiesElsewhere({
  dataDir,
  backups,
  backup,
  now,
}: {
  dataDir: string
  backups: readonly BackupInfo[]
  backup: Settings['backup']
  now: Date
}): Remaining[] {
  const replaced = backup.daily && backups.every(({ automatic }) => automatic)
  const setAside =
    namesIn(backupsFolder(dataDir)).filter((name) => name.startsWith('before-migration-')).length +
    namesIn(join(dataDir, 'damaged')).length
  return [
    ...(backups.length === 0
      ? []
      : [
          {
            what: 'backups' as const,
            count: backups.length,
            until: replaced ? new Date(now.getTime() + (backup.keep + 1) * DAY_MS).toISOString() : null,
          },
        ]),
    ...(setAside === 0 ? [] : [{ what: 'setAside' as const, count: setAside, until: null }]),
  ]
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
