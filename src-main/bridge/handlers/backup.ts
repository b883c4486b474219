import type { BackupInfo } from '../../domain/backup.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import type { Handlers } from './handler.ts'

export const backupHandlers: Omit<Handlers<'backup'>, 'backup.now' | 'backup.restoreNamed'> = {
  'backup.create': async ({ directory, passphrase }, { engine }) => shown(await engine.backups.create({ directory, passphrase })),
  'backup.list': (_input, { engine }) => engine.backups.list().map(shown),
  'backup.restore': (input, { host }) => host.restore(input),
}

function shown(backup: BackupInfo): CallOutput<'backup.create'> {
  return { path: backup.path, createdAt: backup.createdAt, version: backup.version, sizeBytes: backup.bytes, withDataKey: backup.includesKey }
}
