import type { AuditChain, AuditEntry, AuditListInput, AuditVerdict } from '../../../domain/audit.ts'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import type { ChangeContext } from '../change-context.ts'
import type { ControlCore } from '../control-core.ts'
import type { EnvironmentCore } from '../environment-core.ts'
import type { DataKey } from '../secrets/data-key.ts'
import { exportChain, listEntries } from './audit-entries.ts'
import { erasePersonal } from './erase-personal.ts'
import { verifyChain } from './verify-chain.ts'
import { findForgotten } from './witness.ts'

/** Reads and verifies the three audit chains. */
export interface AuditView {
  /**
   * Walks a chain from its first entry to its sealed head, compares it with the heads recorded in the other chains, and
   * reports the first fault.
   *
   * @param expectedHead `<count>:<hash in hex>` as noted earlier; it must occur in the chain
   */
  verify(kind: AuditChain, expectedHead?: string): Promise<AuditVerdict>
  /** A page of entries, newest first, with the exact number of matches. */
  list(kind: AuditChain, input: AuditListInput): Promise<{ docs: AuditEntry[]; total: number }>
  /** All entries, or one project's, in chain order; read page by page. */
  exportEntries(kind: AuditChain, projectId?: string): AsyncIterable<AuditEntry>
  /** Erases these values (a driver, a plate) everywhere in an environment's audit; the chain still verifies. */
  erasePersonal(
    environment: EnvironmentName,
    values: readonly string[],
    context: ChangeContext,
  ): Promise<{ erased: number }>
}

export function createAuditView(
  cores: { control: ControlCore; sandbox: EnvironmentCore; production: EnvironmentCore },
  dataKey: DataKey,
): AuditView {
  const readerOf = (kind: AuditChain) => cores[kind].database.reader
  return {
    verify: async (kind, expectedHead) => {
      const verdict = await verifyChain(readerOf(kind), dataKey, `audit/${kind}`, expectedHead)
      const forgotten = verdict.ok ? await findForgotten(kind, cores) : null
      return forgotten === null ? verdict : { ...verdict, ok: false, problem: forgotten }
    },
    list: (kind, input) => listEntries(readerOf(kind), input),
    exportEntries: (kind, projectId) => exportChain(readerOf(kind), projectId),
    erasePersonal: (environment, values, context) => erasePersonal(cores[environment], values, context),
  }
}
