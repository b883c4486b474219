import type { Clock } from '../../domain/clock.ts'
import type { Reader } from '../../database/store.ts'
import type { AuditLog, AuditWriter } from '../kernel/audit/audit-log.ts'

/** The core of any of the three databases. */
export interface PersonalCore {
  readonly database: {
    readonly reader: Reader
    write<Result>(work: (transaction: AuditWriter) => Promise<Result>): Promise<Result>
    /** Removes erased values from search index and log too; false while a reader holds the log. */
    forgetErased(): Promise<boolean>
  }
  readonly audit: AuditLog
  readonly wallClock: Clock
}
