import { createdApiKeySchema } from '../../../domain/access.ts'
import { createdWebhookSchema } from '../../../domain/webhook.ts'
import type { Handlers } from '../handler.ts'

export const approvalHandlers: Handlers<'approvals'> = {
  'approvals.rule': async ({ projectId }, { engine }) => {
    await engine.projects.get(projectId)
    return engine.approvals.rules.of(projectId)
  },
  'approvals.setRule': ({ projectId, ...change }, { engine, context }) =>
    engine.approvals.rules.set(projectId, change, context()),
  'approvals.list': ({ projectId }, { engine, person }) => engine.approvals.list(projectId, person),
  'approvals.values': ({ projectId, approvalId }, { engine, person }) =>
    engine.approvals.values(projectId, approvalId, person),
  'approvals.waiting': async ({ projectId }, { engine, person }) => ({
    count: (await engine.approvals.list(projectId, person)).filter(({ mayDecide }) => mayDecide).length,
  }),
  'approvals.ask': async ({ call, input, reason }, { engine, person, context, secondPerson }) =>
    engine.approvals.ask(await secondPerson.demand(call, input), reason, person, context(reason)),
  'approvals.approve': async ({ projectId, approvalId }, { engine, person, secondPerson }) =>
    secondPerson.carryOut(await engine.approvals.grant(projectId, approvalId, person)),
  'approvals.decline': ({ projectId, approvalId, answer }, { engine, person, context }) =>
    engine.approvals.decline(projectId, approvalId, answer, person, context()),
  'approvals.withdraw': ({ projectId, approvalId }, { engine, person, context }) =>
    engine.approvals.withdraw(projectId, approvalId, person, context()),
  'approvals.collect': async ({ projectId, approvalId }, { engine, person, context }) => {
    const secret = await engine.approvals.collect(projectId, approvalId, person, context())
    return {
      key: createdApiKeySchema.safeParse(secret).data ?? null,
      webhook: createdWebhookSchema.safeParse(secret).data ?? null,
    }
  },
}
