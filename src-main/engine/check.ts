import { AUDIT_DATABASES, type AuditDatabase } from '../domain/audit.ts'
import type { Store } from '../database/store.ts'
import { DATABASE_KINDS } from '../database/sqlite/database-kinds.ts'
import type { AuditView } from './kernel/audit/audit-view.ts'
import { closeOpenPaths, findOpenPaths, type OpenPath } from './open-paths.ts'

/** The findings of `checkAll`. */
export interface CheckReport {
  /** Whether all three files are sound and their audit chains intact. */
  ok: boolean
  files: { name: string; damage: string[]; audit: { ok: boolean; count: number; problem: string | null } }[]
  /** Paths that others on this machine can enter or read. */
  openPaths: OpenPath[]
  /** Paths that this check closed to others. */
  closedPaths: OpenPath[]
}

export interface CheckOptions {
  /** Closes paths that others can enter or read. */
  fixModes?: boolean
}

/** Checks all three files and verifies their audit chains, one after another, off the main thread. */
export async function checkAll(
  dataDir: string,
  databases: Record<AuditDatabase, Pick<Store<unknown>, 'findDamage'>>,
  audit: AuditView,
  { fixModes = false }: CheckOptions,
): Promise<CheckReport> {
  const closedPaths = fixModes ? await closeOpenPaths(dataDir) : []
  const openPaths = await findOpenPaths(dataDir)
  const files: CheckReport['files'] = []
  for (const kind of AUDIT_DATABASES) {
    const damage = await databases[kind].findDamage()
    const { ok, count, problem } = await audit.verify(kind)
    files.push({ name: DATABASE_KINDS[kind].fileName, damage, audit: { ok, count, problem } })
  }
  return { ok: files.every((file) => file.damage.length === 0 && file.audit.ok), files, openPaths, closedPaths }
}
