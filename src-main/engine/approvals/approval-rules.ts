import { NO_RULE, type ApprovalRule } from '../../domain/approvals/approval.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore } from '../kernel/control-core.ts'

/** What each project asks a second person for. */
export interface ApprovalRules {
  /** The rule in force; off where none was set. Cheap enough for each call that may need an approval. */
  of(projectId: string): Promise<ApprovalRule>
  /** The projects whose rule is on. */
  enabled(): Promise<readonly string[]>
  /** @throws ServiceError `error.project_not_found` */
  set(projectId: string, change: RuleChange, context: ChangeContext): Promise<ApprovalRule>
}

export type RuleChange = { [Field in keyof ApprovalRule]?: ApprovalRule[Field] | undefined }

export function createApprovalRules(core: ControlCore): ApprovalRules {
  const { database } = core
  // Few projects have one, and every bulk change asks.
  const remembered = { version: -1, rules: new Map<string, ApprovalRule>() }
  const rules = async (): Promise<ReadonlyMap<string, ApprovalRule>> => {
    const version = database.version()
    if (remembered.version === version) return remembered.rules
    const rows = await database.all(database.build.selectFrom('approval_rule').selectAll())
    const read = new Map(
      rows.map((row) => [row.project_id, { enabled: row.enabled === 1, bulkOver: row.bulk_over }] as const),
    )
    // Unless something was written during the read.
    if (version === database.version()) Object.assign(remembered, { version, rules: read })
    return read
  }
  return {
    of: async (projectId) => (await rules()).get(projectId) ?? NO_RULE,
    enabled: async () => [...(await rules())].filter(([, { enabled }]) => enabled).map(([projectId]) => projectId),
    set: (projectId, change, context) =>
      database.write(async (transaction) => {
        const { build } = transaction
        const project = await transaction.first(build.selectFrom('project').select('id').where('id', '=', projectId))
        if (project === undefined) throw new ServiceError('error.project_not_found')
        const row = await transaction.first(
          build.selectFrom('approval_rule').selectAll().where('project_id', '=', projectId),
        )
        const before = row === undefined ? NO_RULE : { enabled: row.enabled === 1, bulkOver: row.bulk_over }
        const after = ruleAfter(before, change)
        if (after.enabled === before.enabled && after.bulkOver === before.bulkOver) return after
        const values = { enabled: Number(after.enabled), bulk_over: after.bulkOver }
        await transaction.run(
          build
            .insertInto('approval_rule')
            .values({ project_id: projectId, ...values })
            .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values)),
        )
        core.audit.append(transaction, context, {
          action: 'approval.rule',
          target: { type: 'project', id: projectId },
          projectId,
          before: { ...before },
          after: { ...after },
        })
        transaction.note({ about: 'event', event: { name: 'approval.changed', data: { projectId } } })
        return after
      }),
  }
}

export function ruleAfter(before: ApprovalRule, change: RuleChange): ApprovalRule {
  return { enabled: change.enabled ?? before.enabled, bulkOver: change.bulkOver ?? before.bulkOver }
}

/** Whether a change lets more pass without a second person, and so needs one itself. */
export function loosens(before: ApprovalRule, after: ApprovalRule): boolean {
  return before.enabled && (!after.enabled || after.bulkOver > before.bulkOver)
}
