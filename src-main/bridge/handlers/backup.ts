import type { BackupInfo } from '../../domain/desk/backup.ts'
import { validationError } from '../../domain/errors.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import type { Handlers } from './handler.ts'

export const backupHandlers: Handlers<'backup'> = {
  'backup.create': async ({ directory, passphrase }, { engine }) =>
    shown(await engine.backups.create({ directory, passphrase })),
  'backup.now': async ({ passphrase }, { engine }) => {
    const { name, createdAt, bytes } = await engine.backups.create({ passphrase })
    return { name, createdAt, sizeBytes: bytes }
  },
  'backup.list': (_input, { engine }) => engine.backups.list().map(shown),
  'backup.restore': (input, { host }) => host.restore(input),
  'backup.restoreNamed': async ({ name, ...how }, { engine, host }) => {
    // Only a listed backup, never a path: a page may not name files of this machine.
    const backup = engine.backups.list().find((one) => one.name === name)
    if (backup === undefined)
      throw validationError([
        {
          field: 'name',
          message: 'There is no such backup in the backups folder',
          problem: { code: 'backup_missing' },
        },
      ])
    const { held } = await host.restore({ path: backup.path, ...how })
    return { restored: name, held }
  },
}

function shown(backup: BackupInfo): CallOutput<'backup.create'> {
  return {
    path: backup.path,
    createdAt: backup.createdAt,
    version: backup.version,
    sizeBytes: backup.bytes,
    withDataKey: backup.includesKey,
  }
}
