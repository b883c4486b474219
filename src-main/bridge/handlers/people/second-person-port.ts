import type { Approval } from '../../../domain/approvals/approval.ts'
import type { Demand, Granted } from '../../../engine/approvals/approvals.ts'

/** Asking for an approval, and carrying out what was approved, for the handlers. */
export interface SecondPerson {
  /**
   * What a call would change, for a caller who may make it.
   *
   * @throws ServiceError as the call itself, or `error.validation` where it needs no approval
   */
  demand(call: string, input: unknown): Promise<Demand>
  /**
   * Carries a request out as the person who asked, unless it would change something else by now.
   *
   * @throws ServiceError `error.approval_void`; the request is then void, and its asker gets a mail
   */
  carryOut(granted: Granted): Promise<Approval>
}
