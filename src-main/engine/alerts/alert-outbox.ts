import type { Selectable } from 'kysely'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { AlertTables } from '../../database/tables/alert-tables.ts'
import { ofDeadInstance, skipLocked } from '../../database/primitives.ts'
import { livingNow } from '../kernel/cluster/member.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { recipientsOf } from './alert-recipients.ts'
import type { Occasion } from './find-occasions.ts'

type MailRow = Selectable<AlertTables['alert_mail']>
/** What a claimed mail is about. */
export interface ClaimedMail {
  id: string
  person_id: string
  kind: MailRow['kind']
  project_id: string | null
  attempt_count: number
  created_at: string
}

/** A person gets one mail of a kind and project in this time; what happens meanwhile goes into the next one. */
const EVERY_MS = 60 * 60 * 1000
/** Longer than a mail may take (`SMTP_LIMITS`), so that a mail in hand is never claimed twice. */
const LEASE_MS = 3 * 60 * 1000
/** What the clocks of two instances may differ by. */
const CLOCKS_AGREE_MS = 5_000

/** Records occasions that were not recorded yet, and adds them to the mail of everybody who wants to know. */
export async function recordOccasions(
  transaction: ControlTransaction,
  occasions: readonly Occasion[],
  now: Date,
): Promise<void> {
  for (const occasion of occasions) {
    const id = await recordOnce(transaction, occasion)
    if (id === null) continue
    for (const person of await recipientsOf(transaction, occasion.kind, occasion.project_id))
      await addToMail(transaction, person.id, occasion, id, now)
  }
}

/** The new occasion's ID, or null if it was recorded before. */
export async function recordOnce(transaction: ControlTransaction, occasion: Occasion): Promise<string | null> {
  const id = newUuid()
  const written = await transaction.run(
    transaction.build
      .insertInto('alert_occasion')
      .values({ id, ...occasion })
      .onConflict((conflict) => conflict.columns(['project_id', 'what', 'reference']).doNothing()),
  )
  return written === 0 ? null : id
}

/** Adds an occasion to the person's waiting mail on this topic, or plans one. */
export async function addToMail(
  transaction: ControlTransaction,
  personId: string,
  { kind, project_id: projectId }: Pick<Occasion, 'kind' | 'project_id'>,
  occasionId: string,
  now: Date,
): Promise<void> {
  const { build } = transaction
  const ofDay = kind === 'digest'
  const topic = ofDay ? kind : `${kind} ${projectId}`
  // A mail that was tried before may have arrived: what it says must not change.
  const waiting = await transaction.first(
    build
      .selectFrom('alert_mail')
      .select('id')
      .where('person_id', '=', personId)
      .where('topic', '=', topic)
      .where('state', '=', 'queued')
      .where('attempt_count', '=', 0),
  )
  const mailId = waiting?.id ?? newUuid()
  if (waiting === undefined)
    await transaction.run(
      build.insertInto('alert_mail').values({
        id: mailId,
        person_id: personId,
        topic,
        kind,
        project_id: ofDay ? null : projectId,
        state: 'queued',
        due_at: now.toISOString(),
        created_at: now.toISOString(),
      }),
    )
  await transaction.run(build.insertInto('alert_mail_occasion').values({ mail_id: mailId, occasion_id: occasionId }))
}

/**
 * Takes the next mail that is due, for one instance and a limited time; null if there is none. A mail whose topic had
 * one within the hour is postponed instead.
 */
export async function claimMail(core: ControlCore, transaction: ControlTransaction): Promise<ClaimedMail | null> {
  const { build } = transaction
  const now = core.wallClock.now()
  const nowText = now.toISOString()
  const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const { own, livingSince } = livingNow(core)
  // Void: of a dead instance, over, or much later than any lease given now, so that a change of the clock leaves
  // nothing stuck.
  await transaction.run(
    build
      .updateTable('alert_mail')
      .set({ state: 'queued', lease_owner_id: null, lease_until: null })
      .where('state', '=', 'sending')
      .where((either) =>
        either.or([
          ofDeadInstance('lease_owner_id', own, livingSince),
          either('lease_until', '<', nowText),
          either('lease_until', '>', inMs(LEASE_MS + CLOCKS_AGREE_MS)),
        ]),
      ),
  )
  const due = await transaction.all(
    build
      .selectFrom('alert_mail')
      .select(['id', 'person_id', 'topic', 'kind', 'project_id', 'attempt_count', 'created_at'])
      .where('state', '=', 'queued')
      .where('due_at', '<=', nowText)
      .orderBy('due_at')
      .limit(100)
      .$call(skipLocked),
  )
  for (const { topic, ...mail } of due) {
    const notBefore = await earliest(transaction, { ...mail, topic }, now)
    if (notBefore !== null) {
      await transaction.run(build.updateTable('alert_mail').set({ due_at: notBefore }).where('id', '=', mail.id))
      continue
    }
    const claimed = await transaction.run(
      build
        .updateTable('alert_mail')
        .set({
          state: 'sending',
          attempt_count: mail.attempt_count + 1,
          lease_owner_id: own,
          lease_until: inMs(LEASE_MS),
        })
        .where('id', '=', mail.id)
        .where('state', '=', 'queued'),
    )
    if (claimed === 1) return { ...mail, attempt_count: mail.attempt_count + 1 }
  }
  return null
}

/** When a mail may go at the earliest, if that is later than now: an hour after the last one of its topic. */
async function earliest(
  transaction: ControlTransaction,
  { id, person_id: personId, topic }: Pick<MailRow, 'id' | 'person_id' | 'topic'>,
  now: Date,
): Promise<string | null> {
  const others = await transaction.all(
    transaction.build
      .selectFrom('alert_mail')
      .select(['state', 'finished_at', 'lease_until', 'attempt_count'])
      .where('person_id', '=', personId)
      .where('topic', '=', topic)
      .where('id', '!=', id)
      .orderBy('created_at', 'desc')
      .limit(5),
  )
  const times = others.flatMap(({ state, finished_at: finishedAt, lease_until: leaseUntil }) => {
    if (state === 'sending') return [Date.parse(leaseUntil ?? now.toISOString())]
    if (state !== 'sent' || finishedAt === null) return []
    const sentAt = Date.parse(finishedAt)
    // A mail from the future holds nothing up: the clock was set back since.
    return sentAt > now.getTime() ? [] : [sentAt + EVERY_MS]
  })
  const last = Math.max(...times)
  return last > now.getTime() ? new Date(last).toISOString() : null
}

/** Retries of one mail, in minutes after the attempt before. */
const RETRY_MINUTES = [1, 5, 15, 30, 60, 120] as const
const MINUTE_MS = 60_000
/** An alert is news for a day. */
const GIVE_UP_MS = 24 * 60 * 60 * 1000

/** Ends or postpones a claimed mail. Does nothing once another instance has taken it over. */
export async function endAttempt(
  transaction: ControlTransaction,
  mail: ClaimedMail,
  ownerId: string,
  now: Date,
  outcome: { state: 'sent' | 'empty' } | { state: 'failed'; error: string; final: boolean },
): Promise<void> {
  const { build } = transaction
  const nowText = now.toISOString()
  const isOver =
    outcome.state !== 'failed' || outcome.final || now.getTime() - Date.parse(mail.created_at) >= GIVE_UP_MS
  const waitMs = (RETRY_MINUTES[mail.attempt_count - 1] ?? RETRY_MINUTES.at(-1) ?? 0) * MINUTE_MS
  await transaction.run(
    build
      .updateTable('alert_mail')
      .set({
        state: isOver ? outcome.state : 'queued',
        lease_owner_id: null,
        lease_until: null,
        error: outcome.state === 'failed' ? outcome.error : null,
        ...(isOver ? { finished_at: nowText } : { due_at: new Date(now.getTime() + waitMs).toISOString() }),
      })
      .where('id', '=', mail.id)
      .where('state', '=', 'sending')
      .where('lease_owner_id', '=', ownerId),
  )
}

/** Mails that wait or are on their way. */
export async function countWaiting(session: Session<ControlSchema>): Promise<number> {
  const row = await session.first(
    session.build
      .selectFrom('alert_mail')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('state', 'in', ['queued', 'sending']),
  )
  return row?.count ?? 0
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Longer than cards are announced ahead, so that an expiry is reported once. */
const KEEP_OCCASIONS_MS = 400 * DAY_MS
const KEEP_MAILS_MS = 30 * DAY_MS

/** Removes what is over and old. */
export async function pruneMails(transaction: ControlTransaction, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const { build } = transaction
  await transaction.run(
    build
      .deleteFrom('alert_mail')
      .where('created_at', '<', before(KEEP_MAILS_MS))
      .where('state', 'in', ['sent', 'empty', 'failed']),
  )
  await transaction.run(build.deleteFrom('alert_occasion').where('at', '<', before(KEEP_OCCASIONS_MS)))
}
