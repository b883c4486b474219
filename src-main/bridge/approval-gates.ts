import type { BulkRequest } from '../domain/cards/bulk.ts'
import type { ApprovalRule } from '../domain/approvals/approval.ts'
import type { EnvironmentName, ProjectScope } from '../domain/environment-name.ts'
import { requestOfFile } from '../engine/bulk/bulk-file.ts'
import { loosens, ruleAfter } from '../engine/approvals/approval-rules.ts'
import type { Demand } from '../engine/approvals/approvals.ts'
import type { CallArguments, CallName } from '../../src-preload/contract.ts'
import { jobOf } from './handlers/bulk.ts'
import { environmentOf, orNull, syncOf } from './handlers/environment-of.ts'
import { withUpload } from './handlers/files/uploaded.ts'
import type { HandlerScope } from './handlers/handler.ts'

/** What a call would change that another manager must approve; null where nobody has to. */
type Gate<Name extends CallName> = (input: CallArguments<Name>, scope: HandlerScope) => Promise<Demand | null>

/** The calls that may need a second person. All others pass without any cost. */
const GATES: { [Name in CallName]?: Gate<Name> } = {
  'bulk.start': async (input, scope) => {
    const rule = await ruleOf(input, scope)
    return rule === null ? null : bulkDemand(input, input, rule, scope)
  },
  'bulk.startFile': async ({ command, map, sheet, choice, ...input }, scope) => {
    const rule = await ruleOf(input, scope)
    if (rule === null) return null
    // An upload is kept for minutes: what is asked for are its rows.
    const request = await withUpload(input, scope, ({ path }, { signal }) =>
      requestOfFile({ file: path, map, sheet }, command, signal),
    )
    return bulkDemand(input, { request, choice }, rule, scope)
  },
  'bulk.retry': async (input, scope) => {
    const { rule, job } = await jobDemand(input, scope)
    if (rule === null || job === null || job.failed <= rule.bulkOver || job.command === 'undo') return null
    return {
      projectId: input.projectId,
      call: 'bulk.retry',
      input,
      change: { subject: 'bulk', command: job.command, cards: job.failed, refused: 0 },
      digest: `${job.id} ${job.failed}`,
    }
  },
  'bulk.undo': async (input, scope) => {
    const { rule, job } = await jobDemand(input, scope)
    if (rule === null || job === null || job.succeeded <= rule.bulkOver) return null
    return {
      projectId: input.projectId,
      call: 'bulk.undo',
      input,
      change: { subject: 'bulk', command: 'undo', cards: job.succeeded, refused: 0 },
      digest: `${job.id} ${job.undoJobId ?? ''}`,
    }
  },
  'keys.create': async (input, scope) =>
    (await ruleOf(input, scope)) === null
      ? null
      : {
          projectId: input.projectId,
          call: 'keys.create',
          input,
          change: { subject: 'live_key', name: input.name, expiresAt: input.expiresAt ?? null, replaces: null },
          digest: 'new',
        },
  'keys.roll': async (input, scope) => {
    const key = (await scope.engine.keys.list()).find(({ id }) => id === input.keyId)
    if (key === undefined || (await ruleOf(key, scope)) === null) return null
    return {
      projectId: key.projectId,
      call: 'keys.roll',
      input,
      change: { subject: 'live_key', name: key.name, expiresAt: input.expiresAt ?? null, replaces: key.prefix },
      digest: `${key.id} ${key.expiresAt ?? ''} ${key.revokedAt ?? ''}`,
    }
  },
  'provider.set': async (input, scope) => {
    const { projectId, connection } = input
    if ((await ruleOf({ projectId, environment: 'production' }, scope)) === null) return null
    const { providers } = await syncOf(projectId, scope)
    const { changes, digest, ...change } = await providers.compare(projectId, connection)
    return changes
      ? { projectId, call: 'provider.set', input, change: { subject: 'provider', ...change }, digest }
      : null
  },
  'webhook.create': async (input, scope) => urlDemand('webhook.create', input, input.url, scope),
  'webhook.update': async (input, scope) =>
    input.url === undefined ? null : urlDemand('webhook.update', input, input.url, scope),
  'hold.release': async (input, { engine }) => {
    if (input.environment === 'sandbox' || (await engine.approvals.rules.enabled()).length === 0) return null
    const held = await engine.environment('production').hold.state()
    if (held === null) return null
    const environments: EnvironmentName[] = input.environment === undefined ? ['sandbox', 'production'] : ['production']
    return {
      projectId: null,
      call: 'hold.release',
      input,
      change: { subject: 'release', environments },
      digest: held.since,
    }
  },
  'approvals.setRule': async (input, { engine }) => {
    const { projectId, ...wanted } = input
    const before = await engine.approvals.rules.of(projectId)
    const after = ruleAfter(before, wanted)
    if (!loosens(before, after)) return null
    return {
      projectId,
      call: 'approvals.setRule',
      input,
      change: { subject: 'setting', before, after },
      digest: JSON.stringify(before),
    }
  },
}

/** What this call would change that another manager must approve; null where nobody has to. */
export async function demandOf(name: CallName, input: unknown, scope: HandlerScope): Promise<Demand | null> {
  const gate: Gate<CallName> | undefined = GATES[name]
  return gate === undefined ? null : gate(input as CallArguments<CallName>, scope)
}

/** The project's rule where it applies: in production, once it is switched on. */
async function ruleOf(
  { projectId, environment }: ProjectScope,
  { engine }: HandlerScope,
): Promise<ApprovalRule | null> {
  if (environment !== 'production') return null
  const rule = await engine.approvals.rules.of(projectId)
  return rule.enabled ? rule : null
}

async function bulkDemand(
  place: ProjectScope,
  { request, choice, ...rest }: { request: BulkRequest; choice?: string | undefined; reason?: string | undefined },
  { bulkOver }: ApprovalRule,
  scope: HandlerScope,
): Promise<Demand | null> {
  const { selection, command } = request
  if (selection.kind === 'cards' && selection.cardIds.length <= bulkOver) return null
  if (selection.kind === 'rows' && selection.rows.length <= bulkOver) return null
  const { projectId, environment } = place
  const { bulk } = await environmentOf({ projectId, environment }, scope)
  const preview = await bulk.preview(projectId, request)
  // The command itself refuses a choice that is no longer true.
  if (preview.allowed <= bulkOver || (choice !== undefined && choice !== preview.choice)) return null
  return {
    projectId,
    call: 'bulk.start',
    input: { projectId, environment, request, choice: preview.choice, ...(rest.reason && { reason: rest.reason }) },
    change: {
      subject: 'bulk',
      command: command.type,
      cards: preview.allowed,
      ...(preview.handsOver > 0 ? { handsOver: preview.handsOver } : {}),
      refused: preview.refusedTotal,
    },
    digest: preview.choice,
  }
}

/** The job of a retry or an undo; null for one that the same person had approved. */
async function jobDemand(input: ProjectScope & { jobId: string }, scope: HandlerScope) {
  const rule = await ruleOf(input, scope)
  if (rule === null) return { rule, job: null }
  const { job } = await jobOf(input, scope)
  const isOwn = await scope.engine.approvals.isOwnJob(job.id, scope.person.id)
  return { rule, job: isOwn ? null : job }
}

async function urlDemand<Name extends 'webhook.create' | 'webhook.update'>(
  call: Name,
  input: CallArguments<Name>,
  url: string,
  scope: HandlerScope,
): Promise<Demand | null> {
  const { projectId, environment } = input
  if ((await ruleOf({ projectId, environment }, scope)) === null) return null
  const { webhooks } = await environmentOf({ projectId, environment }, scope)
  const present = await orNull('error.webhook_not_found', () => webhooks.get(projectId))
  // The call itself refuses these.
  if ((present === null) !== (call === 'webhook.create') || present?.url === url) return null
  webhooks.checkUrl(url)
  return {
    projectId,
    call,
    input,
    change: { subject: 'webhook_url', url, before: present?.url ?? null },
    digest: present === null ? 'none' : `${present.id} ${present.url}`,
  }
}
