import { SERVICE_WORDS } from '../../../domain/sync/service-words.ts'
import { lockCards } from '../../../database/primitives.ts'
import {
  CONFIRM_WITHIN_MS,
  GIVE_UP_ATTEMPTS,
  GIVE_UP_MS,
  MOST_LOST_REFERENCES,
  pollDelayMs,
  retryDelayMs,
} from '../../../domain/sync/push-schedule.ts'
import type { PushFailure } from '../../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import type { JobOutcome } from '../../kernel/jobs/job-handler.ts'
import { SHORT_SLICE_MS, startSlice } from '../../kernel/slices.ts'
import type { ChangeAnswer, PortalError } from '../portals/portal.ts'
import { markFailed, markSynced } from './card-sync.ts'
import { PUSH_JOB } from '../../ledger/push-store.ts'
import {
  admitPush,
  askForEverything,
  failPush,
  holdWaiting,
  nextPushOfCard,
  openPushesAfter,
  pushForAttempt,
  sendAgainLater,
} from './attempt-store.ts'

/**
 * Records the provider's answer and its consequences for the card: its next change is queued, or it is in sync, or has
 * failed.
 */
export async function recordAnswer(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  seq: number,
  answer: ChangeAnswer,
): Promise<JobOutcome> {
  const push = await transaction.first(pushForAttempt, { seq })
  // The card or its project was removed meanwhile.
  if (push?.card_id == null) return { next: 'done' }
  const cardId = push.card_id
  const now = core.clock.now()
  if (answer.state === 'refused') {
    await giveBack(
      core,
      transaction,
      { ...push, card_id: cardId },
      'refused',
      answer.message === '' ? answer.code : answer.message,
    )
    return { next: 'kept' }
  }
  if (answer.state === 'pending') {
    const acceptedAt = push.accepted_at ?? now.toISOString()
    const waitedMs = now.getTime() - Date.parse(acceptedAt)
    if (waitedMs >= CONFIRM_WITHIN_MS) {
      await giveBack(core, transaction, { ...push, card_id: cardId }, 'given_up', SERVICE_WORDS.noOutcome)
      return { next: 'kept' }
    }
    const dueAt = new Date(now.getTime() + pollDelayMs(waitedMs, answer.retryAfterSeconds)).toISOString()
    await transaction.run(sendAgainLater, {
      seq,
      dueAt,
      error: null,
      providerReference: answer.reference,
      acceptedAt,
      sentAt: push.sent_at ?? now.toISOString(),
      failingSince: null,
      lostReferences: push.lost_references,
    })
    return { next: 'kept' }
  }
  const next = await transaction.first(nextPushOfCard, { cardId, after: seq })
  if (next === undefined) {
    await markSynced(core, transaction, push.project_key, cardId)
  } else {
    await transaction.run(admitPush, { seq: next.seq, now: now.toISOString() })
    transaction.note({ about: 'work', kind: PUSH_JOB })
  }
  return { next: 'done' }
}

interface FailureFacts {
  /** Failures in a row since the service started; an attempt cut short by its end says nothing about the portal. */
  failures: number
  /** False while the trouble may still be temporary. */
  mayGiveUp: boolean
  random: number
}

/**
 * Records that the outcome of a change is unknown. It is sent again with the same reference, so that it takes effect
 * once, until it is given up.
 */
export async function recordFailure(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  seq: number,
  error: PortalError,
  { failures, mayGiveUp, random }: FailureFacts,
): Promise<JobOutcome & { gaveUp?: true }> {
  const push = await transaction.first(pushForAttempt, { seq })
  if (push?.card_id == null) return { next: 'done' }
  const now = core.clock.now()
  const nowText = now.toISOString()
  // These failures say nothing about the change, which keeps its place in the queue.
  const idle = error.kind === 'credentials' || error.kind === 'aborted'
  const sentAt = push.sent_at ?? (idle ? null : nowText)
  const failingSince = idle ? push.failing_since : (push.failing_since ?? nowText)
  const failingMs = failingSince === null ? 0 : now.getTime() - Date.parse(failingSince)
  const unanswered = push.accepted_at !== null && now.getTime() - Date.parse(push.accepted_at) >= CONFIRM_WITHIN_MS
  if (!idle && mayGiveUp && push.attempt_count >= GIVE_UP_ATTEMPTS && (failingMs >= GIVE_UP_MS || unanswered)) {
    await giveBack(
      core,
      transaction,
      { ...push, card_id: push.card_id, sent_at: sentAt },
      'given_up',
      givenUp(error.message),
    )
    return { next: 'kept', gaveUp: true }
  }
  // The provider no longer knows its own reference; sending the change again reveals its outcome.
  const isLost = error.kind === 'refused' && push.provider_reference !== null
  const lostReferences = push.lost_references + Number(isLost)
  if (lostReferences >= MOST_LOST_REFERENCES) {
    await giveBack(
      core,
      transaction,
      { ...push, card_id: push.card_id, sent_at: sentAt, lost_references: lostReferences },
      'given_up',
      LOST_REFERENCES,
    )
    return { next: 'kept', gaveUp: true }
  }
  const dueAt = idle
    ? nowText
    : new Date(
        now.getTime() +
          retryDelayMs(Math.max(failures, ROUND_WEIGHT * lostReferences), error.retryAfterSeconds, random),
      ).toISOString()
  await transaction.run(sendAgainLater, {
    seq,
    dueAt,
    error: error.kind === 'aborted' ? null : error.message,
    providerReference: isLost ? null : push.provider_reference,
    acceptedAt: push.accepted_at,
    sentAt,
    failingSince,
    lostReferences,
  })
  return { next: 'kept' }
}

/** Open pushes read per statement. */
const LOOKED_AT_ONCE = 200

/** Gives up, in slices, a project's pushes that could not be sent since this time. */
export async function giveUpUnsentSince(
  core: EnvironmentCore,
  projectKey: number,
  since: Date,
  message: string,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const before = since.toISOString()
  for (let reached: number | null = 0; reached !== null && (await goOn());) {
    const after: number = reached
    reached = await core.database.write(async (transaction): Promise<number | null> => {
      const slice = startSlice(SHORT_SLICE_MS, transaction)
      const pushes = await transaction.all(openPushesAfter, { projectKey, after, limit: LOOKED_AT_ONCE })
      const overdue = pushes.filter((push) => push.state === 'queued' && (push.failing_since ?? push.due_at) <= before)
      await lockCards(transaction, (cards) =>
        cards.where(
          'id',
          'in',
          overdue.map(({ card_id: cardId }) => cardId),
        ),
      )
      for (const push of overdue) {
        await giveBack(core, transaction, push, 'given_up', givenUp(message))
        // Reads the same pushes again; those given up are no longer overdue.
        if (slice.isOver() && push !== overdue.at(-1)) return after
      }
      return pushes.at(-1)?.seq ?? null
    })
  }
}

interface FailingPush {
  seq: number
  card_id: string
  project_key: number
  sent_at: string | null
  lost_references: number
}

/** Fails a push: it waits for a person, and so do all pushes after it. */
async function giveBack(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  push: FailingPush,
  failure: PushFailure,
  message: string,
): Promise<void> {
  await markFailed(core, transaction, push.project_key, push.card_id, message, async () => {
    await transaction.run(failPush, {
      seq: push.seq,
      failure,
      error: message,
      sentAt: push.sent_at,
      lostReferences: push.lost_references,
    })
    await transaction.run(holdWaiting, { cardId: push.card_id })
    await transaction.run(askForEverything, { projectKey: push.project_key })
  })
}

const givenUp = (message: string) => `${SERVICE_WORDS.givenUp}${message}`
/** Waits longer for a lost reference: in a gateway with several machines, it may become known some minutes later. */
const ROUND_WEIGHT = 2
const LOST_REFERENCES = `${SERVICE_WORDS.lostReferences}${MOST_LOST_REFERENCES} times, and each time no longer knew the reference it gave for it. Whether the change was made is not known.`
