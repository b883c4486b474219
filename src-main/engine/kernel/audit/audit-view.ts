import {
  AUDIT_DATABASES,
  type AuditActor,
  type AuditDatabase,
  type AuditEntry,
  type AuditListInput,
  type AuditVerdict,
} from '../../../domain/audit.ts'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import type { ChangeContext } from '../change-context.ts'
import type { ControlCore } from '../control-core.ts'
import type { EnvironmentCore } from '../environment-core.ts'
import type { DataKey } from '../secrets/data-key.ts'
import { exportEntries, listActors, listEntries } from './audit-entries.ts'
import { readNotedHead } from './chain-name.ts'
import { erasePersonal } from './erase-personal.ts'
import type { AuditBook } from './verify-chain.ts'
import { occurs, verifyDatabase, verifyProject, withoutExpected } from './verify-database.ts'

/** What to verify. */
interface VerifyOptions {
  /** Only this project's chain. */
  projectId?: string | undefined
  /**
   * A head noted earlier, which must occur: `<chain>:<count>:<hash in hex>`; of the time with one chain per database,
   * `<count>:<hash>` in any of the databases, or `<database>:<count>:<hash>`.
   */
  expect?: string | undefined
}

/** Reads and verifies the audit logs of the three databases. */
export interface AuditView {
  /**
   * Walks each chain of a database from its first entry to its sealed head, compares it with the heads recorded in
   * other chains, and reports the first fault of each.
   */
  verify(kind: AuditDatabase, options?: VerifyOptions): Promise<AuditVerdict>
  /** Like `verify`, for all three. */
  verifyAll(options?: VerifyOptions): Promise<Record<AuditDatabase, AuditVerdict>>
  /** A page of entries, newest first, with the exact number of matches. */
  list(kind: AuditDatabase, input: AuditListInput): Promise<{ docs: AuditEntry[]; total: number }>
  /** Everybody in a log, or in one project's, the latest to act first. */
  actors(kind: AuditDatabase, projectId?: string): Promise<AuditActor[]>
  /** All entries, or one project's, in the order in which they were written; read page by page. */
  exportEntries(kind: AuditDatabase, projectId?: string): AsyncIterable<AuditEntry>
  /** Erases these values (a driver, a plate) everywhere in an environment's audit; its chains still verify. */
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
  const readerOf = (kind: AuditDatabase) => cores[kind].database.reader
  const verifyOne = (kind: AuditDatabase, { projectId }: VerifyOptions): Promise<AuditVerdict> => {
    const book: AuditBook = { reader: readerOf(kind), database: kind, key: dataKey.derive(`audit/${kind}`) }
    return projectId === undefined ? verifyDatabase(book, cores) : verifyProject(book, projectId)
  }
  const holds = (kind: AuditDatabase, expected: string) => occurs({ reader: readerOf(kind), database: kind }, expected)
  return {
    verify: async (kind, options = {}) => {
      const verdict = await verifyOne(kind, options)
      const { expect } = options
      return expect === undefined || (await holds(kind, expect)) ? verdict : withoutExpected(verdict, kind, expect)
    },
    verifyAll: async (options = {}) => {
      const verdicts = {
        control: await verifyOne('control', options),
        sandbox: await verifyOne('sandbox', options),
        production: await verifyOne('production', options),
      }
      const { expect } = options
      if (expect === undefined) return verdicts
      for (const kind of AUDIT_DATABASES) if (await holds(kind, expect)) return verdicts
      const named = AUDIT_DATABASES.filter((kind) => readNotedHead(expect, kind) !== null)
      for (const kind of named.length === 0 ? AUDIT_DATABASES : named)
        verdicts[kind] = withoutExpected(verdicts[kind], kind, expect)
      return verdicts
    },
    list: async (kind, input) => {
      const { projectId } = input
      const projectKey =
        kind === 'control' || projectId === undefined ? null : await cores[kind].findProjectKey(projectId)
      return listEntries(readerOf(kind), kind, input, projectKey)
    },
    actors: (kind, projectId) => listActors(readerOf(kind), kind, projectId),
    exportEntries: (kind, projectId) => exportEntries(readerOf(kind), kind, projectId),
    erasePersonal: (environment, values, context) => erasePersonal(cores[environment], values, context),
  }
}
