import { z } from 'zod'
import { createdApiKeySchema } from '../src-main/domain/access.ts'
import { approvalRuleSchema, approvalSchema } from '../src-main/domain/approvals/approval.ts'
import { approvalValuesSchema } from '../src-main/domain/approvals/approval-values.ts'
import { text } from '../src-main/domain/text.ts'
import { createdWebhookSchema } from '../src-main/domain/webhook.ts'
import { CLERK, everyone, MANAGER, PERSON, VIEWER } from './call-definition.ts'

const inProject = z.object({ projectId: z.uuid() })
const oneApproval = inProject.extend({ approvalId: z.uuid() })

/**
 * The second pair of eyes. A call that needs another manager answers `error.approval_required`; `approvals.ask` records
 * it, and an approval carries it out.
 */
export const APPROVAL_CALLS = {
  'approvals.rule': everyone(VIEWER, inProject, approvalRuleSchema),
  /** Letting more pass than now needs an approval itself. */
  'approvals.setRule': everyone(MANAGER, inProject.extend(approvalRuleSchema.partial().shape), approvalRuleSchema),
  /** Managers see a project's requests, others their own: waiting ones first, a hundred at most. */
  'approvals.list': everyone(CLERK, inProject, z.array(approvalSchema)),
  /** What a waiting bulk change would give its cards; null for anything else. */
  'approvals.values': everyone(CLERK, oneApproval, approvalValuesSchema.nullable()),
  /** How many of them this person may decide. */
  'approvals.waiting': everyone(VIEWER, inProject, z.object({ count: z.int().min(0) })),
  /** Asks for a call with its input, which that call's own schema judges. The caller must be allowed to make it. */
  'approvals.ask': everyone(
    PERSON,
    z.object({ call: text().max(100), input: z.looseObject({}), reason: text().trim().min(1).max(500) }),
    approvalSchema,
  ),
  /** Carries it out. `error.approval_void` when it was decided, lapsed, or would now change something else. */
  'approvals.approve': everyone(MANAGER, oneApproval, approvalSchema),
  'approvals.decline': everyone(
    MANAGER,
    oneApproval.extend({ answer: text().trim().max(500).optional() }),
    approvalSchema,
  ),
  'approvals.withdraw': everyone(CLERK, oneApproval, approvalSchema),
  /** The secret that an approval made: for the person who asked, once. */
  'approvals.collect': everyone(
    CLERK,
    oneApproval,
    z.object({ key: createdApiKeySchema.nullable(), webhook: createdWebhookSchema.nullable() }),
  ),
} as const
