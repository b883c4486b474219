import { byRestore } from '../kernel/change-context.ts'
import { existsSync } from 'node:fs'
import { refusedInput } from '../../domain/errors.ts'
import type { BackupInfo, RestoreReport } from '../../domain/desk/backup.ts'
import { ENVIRONMENT_NAMES } from '../../domain/environment-name.ts'
import { openDatabase } from '../../database/sqlite/open-database.ts'
import type { Store, Transaction } from '../../database/store.ts'
import { syncFile } from '../../database/durable.ts'
import type { DatabaseKind } from '../../database/sqlite/database-kinds.ts'
import { prepareFile } from '../../database/sqlite/prepare-file.ts'
import type { ControlSchema, EnvironmentSchema } from '../../database/schema.ts'
import { createAuditLog, type AuditLog, type AuditWriter } from '../kernel/audit/audit-log.ts'
import { restartChains } from '../kernel/audit/chain-restart.ts'
import { holdEnvironment } from '../kernel/hold.ts'
import { holdRestoredPlans } from './restored-plans.ts'
import { holdRestoredPushes } from './restored-pushes.ts'
import { readFolderId, readRecordedKey, recordDataKey, type RecordedKey } from '../kernel/secrets/open-data-key.ts'
import { endedKeys, keepEnded } from './keep-revoked.ts'
import { keepPresentAccess, presentAccess } from './keep-access.ts'
import { forgetSealed } from './lost-secrets.ts'
import { BACKED_UP, backedUpFile } from './manifest.ts'
import type { RestoreOptions } from './restore-options.ts'
import type { StagedBackup } from './restore-stage.ts'
import { judgeSeal, settleKey, type JudgedSeal, type SettledKey } from './restore-key.ts'
import { sealManifest, writeManifest } from './seal.ts'

/**
 * Makes staged databases ready to open on this host: migrates them, puts them under a data key this host has, puts both
 * environments on hold, keeps today's sessions and ended keys, and records the restore in each audit chain.
 *
 * @returns also `seal`, which seals the backup after the restore if its format had no seal
 */
export async function adaptStaged(
  stage: string,
  staged: StagedBackup,
  options: RestoreOptions,
): Promise<Pick<RestoreReport, 'dataKey' | 'usableApiKeys' | 'warnings'> & { seal: () => Promise<void> }> {
  const { info: backup, manifest } = staged
  const ended = endedKeys(options.dataDir)
  const present = presentAccess(options.dataDir)
  // Needs no copy before migrating: the backup is that copy.
  for (const kind of BACKED_UP) prepareFile(backedUpFile(stage, kind), kind, () => {})
  const adapted = await withDatabase<
    ControlSchema,
    Pick<RestoreReport, 'usableApiKeys'> & Rekeying & { judged: JudgedSeal }
  >(stage, 'control', async (database) => {
    const folderId = await readFolderId(database)
    const recorded = await readRecordedKey(database)
    if (folderId === null || recorded === null)
      throw refusedInput('backup', `${backup.path} does not say which data key it belongs to; nothing was restored`, {
        code: 'backup_damaged',
      })
    const settled = await settleKey(options, staged, folderId, recorded)
    const judged = judgeSeal(options, staged, settled)
    const now = options.wallClock.now().toISOString()
    await database.write(async (transaction) => {
      if (settled.outcome !== 'present')
        await recordDataKey(transaction, settled.folderId, settled.key, options.dataKey.name)
      await keepPresentAccess(transaction, present)
      await dropWaiting(transaction)
      await keepEnded(transaction, ended)
      await recordRestore(transaction, 'control', backup, options, { settled, recorded }, { type: 'service', id: null })
      return undefined
    })
    return { settled, recorded, judged, usableApiKeys: await countUsableKeys(database, now) }
  })
  for (const name of ENVIRONMENT_NAMES) {
    await withDatabase<EnvironmentSchema, undefined>(stage, name, (database) =>
      database.write(async (transaction) => {
        const now = options.wallClock.now().toISOString()
        await holdRestoredPushes(transaction)
        await holdRestoredPlans(transaction)
        await holdEnvironment(transaction, { since: now, reason: 'restored', backup: backup.name })
        const audit = await recordRestore(transaction, name, backup, options, adapted, {
          type: 'environment',
          id: name,
        })
        if (adapted.settled.outcome === 'replaced') await forgetSealed(transaction, audit, now)
        return undefined
      }),
    )
  }
  const { warning, isOfBefore } = adapted.judged
  return {
    dataKey: adapted.settled.outcome,
    usableApiKeys: adapted.usableApiKeys,
    warnings: warning === null ? [] : [warning],
    // On read-only media the backup stays unsealed, and the warning will appear again.
    seal: async () =>
      isOfBefore ? writeManifest(backup.path, sealManifest(manifest, adapted.settled.key)).catch(() => {}) : undefined,
  }
}

/** The key the folder had, and the one it continues with. */
interface Rekeying {
  settled: SettledKey
  recorded: RecordedKey
}

async function recordRestore(
  transaction: AuditWriter,
  kind: DatabaseKind,
  backup: BackupInfo,
  options: RestoreOptions,
  { settled, recorded }: Rekeying,
  target: { type: 'service' | 'environment'; id: string | null },
): Promise<AuditLog> {
  const audit = createAuditLog(settled.key.derive(`audit/${kind}`), options.wallClock)
  if (settled.outcome === 'replaced')
    await restartChains(transaction, audit, { previousKeyId: recorded.id, keyId: settled.key.id })
  audit.append(transaction, byRestore(), {
    action: `${target.type}.restore`,
    target,
    projectId: null,
    after: {
      backup: backup.name,
      backupCreatedAt: backup.createdAt,
      backupVersion: backup.version,
      version: options.version,
      dataKey: settled.outcome,
    },
  })
  return audit
}

async function countUsableKeys(database: Store<ControlSchema>, now: string): Promise<number> {
  const usable = database.build
    .selectFrom('api_key')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where((either) => either.or([either('expires_at', 'is', null), either('expires_at', '>', now)]))
  return (await database.first(usable))?.count ?? 0
}

/** Opens a staged file for `work`; afterwards it is a single file again, on disk. */
async function withDatabase<Schema, Result>(
  stage: string,
  kind: DatabaseKind,
  work: (database: Store<Schema>) => Promise<Result>,
): Promise<Result> {
  const file = backedUpFile(stage, kind)
  const database = openDatabase<Schema>({ file })
  let result: Result
  try {
    result = await work(database)
  } finally {
    await database.close()
  }
  // Only the file itself is swapped in: anything left in its log would be lost silently.
  if (existsSync(`${file}-wal`)) throw new Error(`${file} could not be made whole: its write-ahead log is still there`)
  await syncFile(file)
  return result
}

/** What waited at the time of the backup is over: a request for a second person, and mail about old news. */
async function dropWaiting({ build, run }: Transaction<ControlSchema>): Promise<void> {
  await run(
    build.updateTable('approval').set({ state: 'void', input: null }).where('state', 'in', ['waiting', 'deciding']),
  )
  await run(build.deleteFrom('alert_mail').where('state', 'in', ['queued', 'sending']))
}
