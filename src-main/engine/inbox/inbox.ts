import { EventEmitter } from 'node:events'
import {
  inboxBehaviourSchema,
  type Inbox,
  type InboxArrival,
  type InboxBehaviour,
  type Verdict,
} from '../../domain/webhooks/inbox.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { opaqueId } from '../kernel/ids.ts'
import { INBOX_PATH } from '../kernel/network.ts'
import { maskSignatures } from '../webhooks/signature.ts'
import { verifyMessage } from '../webhooks/verify.ts'
import { liveSecrets, webhookOfProject } from '../ledger/webhook-store.ts'

/** The receiver built into a sandbox: it shows what arrives and answers as configured, so that no server is needed. */
export interface Inboxes {
  /** The project's inbox, created on first use. */
  open(projectId: string): Promise<Inbox>
  setBehaviour(projectId: string, behaviour: InboxBehaviour, context: ChangeContext): Promise<Inbox>
  /** Newest first; with `afterSeq`, later ones in order of arrival. */
  arrivals(projectId: string, options: { limit: number; afterSeq?: number | undefined }): Promise<InboxArrival[]>
  /** Stores an arrival with both verdicts; returns how to answer, or null if there is no such inbox. */
  receive(token: string, headers: Record<string, string>, body: string): Promise<InboxBehaviour | null>
  /** Calls the listener with each stored arrival; returns how to stop. */
  onArrival(listener: (projectId: string, arrival: InboxArrival) => void): () => void
}

/** How many arrivals to keep per inbox. */
const KEPT_ARRIVALS = 500

export function createInboxes(core: EnvironmentCore): Inboxes {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const ensure = async (transaction: EnvironmentTransaction, projectId: string) => {
    const projectKey = await core.projectKey(transaction, projectId)
    const known = await transaction.first(inboxOfProject, { projectKey })
    if (known !== undefined) return known
    const made = {
      project_key: projectKey,
      token: opaqueId('', 32),
      behaviour: JSON.stringify(inboxBehaviourSchema.parse({})),
    }
    await transaction.run(transaction.build.insertInto('inbox').values(made))
    return made
  }
  return {
    open: (projectId) => core.database.write(async (transaction) => inboxOf(await ensure(transaction, projectId))),
    setBehaviour: (projectId, behaviour, context) =>
      core.database.write(async (transaction) => {
        const row = await ensure(transaction, projectId)
        const after = { ...row, behaviour: JSON.stringify(behaviour) }
        await transaction.run(
          transaction.build
            .updateTable('inbox')
            .set({ behaviour: after.behaviour })
            .where('project_key', '=', row.project_key),
        )
        core.audit.append(transaction, context, {
          action: 'inbox.behaviour',
          target: { type: 'project', id: projectId },
          projectId,
          before: { ...inboxOf(row).behaviour },
          after: { ...behaviour },
        })
        transaction.note({ about: 'event', event: { name: 'inbox.arrived', data: { projectId } } })
        return inboxOf(after)
      }),
    arrivals: async (projectId, { limit, afterSeq }) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return []
      let query = core.database.build.selectFrom('inbox_arrival').selectAll().where('project_key', '=', projectKey)
      if (afterSeq !== undefined) query = query.where('seq', '>', afterSeq)
      return (await core.database.all(query.orderBy('seq', afterSeq === undefined ? 'desc' : 'asc').limit(limit))).map(
        arrivalOf,
      )
    },
    receive: async (token, headers, body) => {
      const inbox = await core.database.first(inboxByToken, { token })
      if (inbox === undefined) return null
      const webhook = await core.database.first(webhookOfProject, { projectKey: inbox.project_key })
      const secrets =
        webhook === undefined
          ? []
          : await liveSecrets(core.database, core.dataKey, webhook.id, core.clock.now().toISOString())
      const verdicts = verifyMessage({ headers, body, secrets, now: core.wallClock.now() })
      const { behaviour } = inboxOf(inbox)
      const projectId = await core.projectIdOf(inbox.project_key)
      const receivedAt = core.clock.now().toISOString()
      const arrival = await core.database.write(async (transaction) => {
        const { build } = transaction
        const row = {
          project_key: inbox.project_key,
          received_at: receivedAt,
          answered: behaviour.answer,
          headers: JSON.stringify(maskSignatures(headers)),
          body,
          standard_verdict: verdicts.standard,
          hex_verdict: verdicts.hex,
        }
        await transaction.run(build.insertInto('inbox_arrival').values(row))
        const stored = await transaction.first(
          build
            .selectFrom('inbox_arrival')
            .selectAll()
            .where('project_key', '=', inbox.project_key)
            .orderBy('seq', 'desc')
            .limit(1),
        )
        const surplus = await transaction.first(
          build
            .selectFrom('inbox_arrival')
            .select('seq')
            .where('project_key', '=', inbox.project_key)
            .orderBy('seq', 'desc')
            .offset(KEPT_ARRIVALS)
            .limit(1),
        )
        if (surplus !== undefined)
          await transaction.run(
            build
              .deleteFrom('inbox_arrival')
              .where('project_key', '=', inbox.project_key)
              .where('seq', '<=', surplus.seq),
          )
        transaction.note({ about: 'event', event: { name: 'inbox.arrived', data: { projectId } } })
        if (stored === undefined) throw new Error('The arrival that was just stored is not there')
        return arrivalOf(stored)
      })
      emitter.emit('arrival', projectId, arrival)
      return behaviour
    },
    onArrival: (listener) => {
      emitter.on('arrival', listener)
      return () => emitter.off('arrival', listener)
    },
  }
}

function inboxOf(row: EnvironmentSchema['inbox']): Inbox {
  return {
    token: row.token,
    path: INBOX_PATH + row.token,
    behaviour: inboxBehaviourSchema.parse(JSON.parse(row.behaviour)),
  }
}

function arrivalOf(row: Omit<EnvironmentSchema['inbox_arrival'], 'seq'> & { seq: number }): InboxArrival {
  return {
    seq: row.seq,
    receivedAt: row.received_at,
    answered: row.answered as InboxArrival['answered'],
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: row.body,
    verdicts: { standard: row.standard_verdict as Verdict, hex: row.hex_verdict as Verdict },
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const inboxByToken = prepareQuery<{ token: string }>()('inbox by token', (parameter) =>
  builder.selectFrom('inbox').selectAll().where('token', '=', parameter('token')),
)

const inboxOfProject = prepareQuery<{ projectKey: number }>()('inbox of project', (parameter) =>
  builder.selectFrom('inbox').selectAll().where('project_key', '=', parameter('projectKey')),
)
