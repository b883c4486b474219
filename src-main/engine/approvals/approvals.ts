import { APPROVAL_LIFE_MS, type Approval, type ApprovalChange } from '../../domain/approvals/approval.ts'
import { valuesOf, type ApprovalValues } from '../../domain/approvals/approval-values.ts'
import type { Channel } from '../../domain/access.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { CallPerson } from '../../domain/people/caller.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Logger } from '../kernel/ports.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { createApprovalRules, type ApprovalRules } from './approval-rules.ts'
import {
  announce,
  askerOfJob,
  countWaiting,
  openRequests,
  readApproval,
  readApprovals,
  shownApproval,
  type ApprovalRow,
} from './approval-store.ts'
import { deciders, requireDecider } from './deciders.ts'
import { createApprovalEnds, recordDecision } from './approval-ends.ts'
import { tellAsked } from './tell-people.ts'

/** What a call would change, found at the moment of asking and again when it is approved. */
export interface Demand {
  /** Null where it concerns every project. */
  projectId: string | null
  /** The contract's call that carries it out, with its validated input. */
  call: string
  input: unknown
  change: ApprovalChange
  /** The same as long as it would change the same. */
  digest: string
}

/** An approved request, to be carried out now. */
export interface Granted extends Pick<Demand, 'call' | 'input' | 'digest' | 'projectId'> {
  id: string
  askerId: string
  channel: Channel
}

/** What carrying out led to. */
export type Outcome =
  | { done: true; jobId: string | null; secret: unknown }
  /** In a sentence. */
  | { done: false; problem: string }

/** The second pair of eyes. */
export interface Approvals {
  readonly rules: ApprovalRules
  ask(demand: Demand, reason: string, asker: CallPerson, context: ChangeContext): Promise<Approval>
  /** What this person may see of a project's requests: managers all, others their own. */
  list(projectId: string, viewer: CallPerson): Promise<Approval[]>
  /**
   * What a bulk change that waits would give its cards, for those who see the request; null for anything else.
   *
   * @throws ServiceError `error.approval_void` where there is no such request
   */
  values(projectId: string, approvalId: string, viewer: CallPerson): Promise<ApprovalValues | null>
  /**
   * Takes a request to be carried out at once; nobody else can then decide it.
   *
   * @throws ServiceError `error.approval_void` when it is decided or lapsed, `error.forbidden` for the asker and for
   * people who are not managers
   */
  grant(projectId: string, approvalId: string, decider: CallPerson): Promise<Granted>
  /** Records what carrying out led to, and tells the asker; unless it counts as interrupted by now. */
  conclude(granted: Granted, outcome: Outcome, decider: CallPerson, context: ChangeContext): Promise<Approval>
  decline(
    projectId: string,
    approvalId: string,
    answer: string | undefined,
    decider: CallPerson,
    context: ChangeContext,
  ): Promise<Approval>
  /** By the asker alone. */
  withdraw(projectId: string, approvalId: string, asker: CallPerson, context: ChangeContext): Promise<Approval>
  /** The secret that an approval made: to its asker, once. @throws ServiceError `error.approval_void` */
  collect(projectId: string, approvalId: string, asker: CallPerson, context: ChangeContext): Promise<unknown>
  /** Whether a bulk job was started by an approved request of this person. */
  isOwnJob(jobId: string, personId: string): Promise<boolean>
  /** How many wait in a project. */
  waiting(projectId: string): Promise<number>
  /** What the open requests of a project would be carried out with, as JSON: it may name people. */
  sealedInputs(projectId: string): Promise<{ text: string; until: string }[]>
  /** Ends what lapsed, or was interrupted by the end of the service. */
  run(): Promise<void>
  stop(): Promise<void>
}

/** Requests shown of a project. */
const SHOWN = 100

export function createApprovals(core: ControlCore, dataKey: DataKey, logger: Logger, runsWork: boolean): Approvals {
  const { database, wallClock } = core
  const rules = createApprovalRules(core)
  const ends = createApprovalEnds(core, logger, runsWork)

  const find = async (session: Session<ControlSchema>, projectId: string, id: string): Promise<ApprovalRow> => {
    const row = await readApproval(session, id)
    // A project must not learn of another one's requests.
    if (row === undefined || (row.project_id !== null && row.project_id !== projectId))
      throw gone('There is no such request')
    return row
  }
  const open = async (transaction: ControlTransaction, projectId: string, id: string): Promise<ApprovalRow> => {
    const row = await find(transaction, projectId, id)
    if (row.state !== 'waiting') throw gone('This request has been decided already')
    if (row.expires_at <= wallClock.now().toISOString()) throw gone('This request has lapsed')
    return row
  }
  const again = async (id: string, viewer: CallPerson): Promise<Approval> => {
    const row = await readApproval(database, id)
    if (row === undefined) throw gone('There is no such request')
    return shownApproval(row, viewer, (await deciders(rules))(row, viewer), wallClock.now())
  }
  return {
    rules,

    ask: async (demand, reason, asker, context) => {
      const id = newUuid()
      const now = wallClock.now()
      const enabled = await rules.enabled()
      await database.write(async (transaction) => {
        const values = {
          id,
          project_id: demand.projectId,
          subject: demand.change.subject,
          call: demand.call,
          input: dataKey.seal(JSON.stringify(demand.input), inputPlace(id)),
          change: JSON.stringify(demand.change),
          digest: demand.digest,
          reason,
          channel: context.channel,
          state: 'waiting' as const,
          asker_id: asker.id,
          asked_at: now.toISOString(),
          expires_at: new Date(now.getTime() + APPROVAL_LIFE_MS).toISOString(),
        }
        await transaction.run(transaction.build.insertInto('approval').values(values))
        core.audit.append(
          transaction,
          { ...context, reason },
          {
            action: 'approval.ask',
            target: { type: 'approval', id },
            projectId: demand.projectId,
            after: { ...demand.change },
          },
        )
        await tellAsked(transaction, { id, projectId: demand.projectId ?? enabled[0] ?? null, askerId: asker.id }, now)
        announce(transaction, demand.projectId)
      })
      return again(id, asker)
    },

    list: async (projectId, viewer) => {
      const rows = await readApprovals(database, projectId, SHOWN)
      const mayDecide = await deciders(rules)
      return rows.flatMap((row) => {
        const decides = mayDecide(row, viewer)
        return decides || row.asker_id === viewer.id ? [shownApproval(row, viewer, decides, wallClock.now())] : []
      })
    },

    values: async (projectId, approvalId, viewer) => {
      const row = await find(database, projectId, approvalId)
      if (row.asker_id !== viewer.id && !(await deciders(rules))(row, viewer)) throw gone('There is no such request')
      if (row.state !== 'waiting' || row.input === null || row.call !== 'bulk.start') return null
      return valuesOf(JSON.parse(dataKey.open(row.input, inputPlace(row.id))) as Parameters<typeof valuesOf>[0])
    },

    grant: async (projectId, approvalId, decider) => {
      const mayDecide = await deciders(rules)
      return database.write(async (transaction) => {
        const row = await open(transaction, projectId, approvalId)
        requireDecider(row, decider, mayDecide)
        const taken = await transaction.run(
          transaction.build
            .updateTable('approval')
            .set({
              state: 'deciding',
              decider_id: decider.id,
              decided_at: wallClock.now().toISOString(),
              lease_owner_id: core.instanceId,
            })
            .where('id', '=', approvalId)
            .where('state', '=', 'waiting'),
        )
        if (taken === 0 || row.input === null) throw gone('This request has been decided already')
        announce(transaction, row.project_id)
        return {
          id: row.id,
          projectId: row.project_id,
          call: row.call,
          input: JSON.parse(dataKey.open(row.input, inputPlace(row.id))) as unknown,
          digest: row.digest,
          askerId: row.asker_id,
          channel: row.channel,
        }
      })
    },

    conclude: async ({ id }, outcome, decider, context) => {
      await database.write(async (transaction) => {
        const row = await readApproval(transaction, id)
        // Another instance took this one for dead, and has asked the asker to look.
        if (row?.state !== 'deciding' || row.lease_owner_id !== core.instanceId) return
        const secret = outcome.done ? (outcome.secret ?? null) : null
        await recordDecision(core, transaction, id, {
          state: outcome.done ? 'approved' : 'void',
          answer: outcome.done ? null : outcome.problem,
          jobId: outcome.done ? outcome.jobId : null,
          result: secret === null ? null : dataKey.seal(JSON.stringify(secret), resultPlace(id)),
          context,
        })
      })
      return again(id, decider)
    },

    decline: async (projectId, approvalId, answer, decider, context) => {
      const mayDecide = await deciders(rules)
      await database.write(async (transaction) => {
        const row = await open(transaction, projectId, approvalId)
        requireDecider(row, decider, mayDecide)
        await recordDecision(core, transaction, approvalId, {
          state: 'declined',
          answer: answer ?? null,
          deciderId: decider.id,
          context: { ...context, reason: answer },
        })
      })
      return again(approvalId, decider)
    },

    withdraw: async (projectId, approvalId, asker, context) => {
      await database.write(async (transaction) => {
        const row = await open(transaction, projectId, approvalId)
        if (row.asker_id !== asker.id)
          throw new ServiceError('error.forbidden', 'Only the person who asked can withdraw this')
        await recordDecision(core, transaction, approvalId, { state: 'withdrawn', answer: null, context })
      })
      return again(approvalId, asker)
    },

    collect: (projectId, approvalId, asker, context) =>
      database.write(async (transaction) => {
        const row = await find(transaction, projectId, approvalId)
        if (row.asker_id !== asker.id)
          throw new ServiceError('error.forbidden', 'Only the person who asked can collect this')
        if (row.result === null) throw gone('There is nothing to collect, or not any more')
        await transaction.run(
          transaction.build.updateTable('approval').set({ result: null }).where('id', '=', approvalId),
        )
        core.audit.append(transaction, context, {
          action: 'approval.collect',
          target: { type: 'approval', id: approvalId },
          projectId: row.project_id,
        })
        announce(transaction, row.project_id)
        return JSON.parse(dataKey.open(row.result, resultPlace(approvalId))) as unknown
      }),

    isOwnJob: async (jobId, personId) => (await database.first(askerOfJob, { jobId }))?.asker_id === personId,
    waiting: async (projectId) =>
      (await database.first(countWaiting, { projectId, now: wallClock.now().toISOString() }))?.count ?? 0,
    sealedInputs: async (projectId) =>
      (await database.all(openRequests, { projectId })).flatMap(({ id, input, expires_at: until }) =>
        input === null ? [] : [{ text: dataKey.open(input, inputPlace(id)), until }],
      ),
    run: ends.run,
    stop: ends.stop,
  }
}

function gone(message: string): ServiceError {
  return new ServiceError('error.approval_void', message)
}

/** Bind the sealed texts to their columns. */
const inputPlace = (id: string) => `approval/${id}/input`
const resultPlace = (id: string) => `approval/${id}/result`
