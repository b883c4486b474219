import { GIVE_UP_MS } from '../../../domain/push-schedule.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../environment.ts'
import type { JobHandler, JobOutcome } from '../../jobs/job-runner.ts'
import type { JobRow } from '../../jobs/job-store.ts'
import type { PortalSource } from '../portal-source.ts'
import { PortalError, type ChangeAnswer } from '../portal.ts'
import { createPortalHealth } from './portal-health.ts'
import { changeOf, overdueInLane, projectOfLane, pushForAttempt, PUSH_JOB } from './push-store.ts'
import { giveUpUnsent, recordAnswer, recordFailure } from './push-outcome.ts'
import { createSender } from './sender.ts'

/** Over all projects; what one portal gets at once is the sender's matter. */
const MAXIMUM_IN_FLIGHT = 400
/** Claimed for each that is under way, so that many outcomes share a commit. */
const CLAIMED_FOR_ONE = 2
/** Given up in one transaction. */
const GIVEN_UP_AT_ONCE = 20

export interface PushHandlerOptions {
  source: PortalSource
  mayRun(): boolean
  /** Told once when a portal does not accept the credentials any more. */
  onCredentials(projectKey: number, message: string): void
}

/** Carries the changes of cards to the portals of their projects. */
export function createPushHandler(core: EnvironmentCore, { source, mayRun, onCredentials }: PushHandlerOptions): { handler: JobHandler; forget(projectKey: number): void } {
  const health = createPortalHealth(core.clock)
  const sender = createSender(source, health, (projectKey, { message }) => onCredentials(projectKey, message))
  const isOpen = (projectKey: number) => source.portalOf(projectKey) !== null && source.mayPush(projectKey)
  const isPaused = (projectKey: number) => health.pausedUntil(projectKey) > core.clock.now().getTime()

  const attempt = async (job: JobRow, signal: AbortSignal): Promise<(transaction: EnvironmentTransaction) => JobOutcome> => {
    const projectKey = job.project_key
    const push = core.database.first(pushForAttempt, { seq: job.seq })
    if (push === undefined) return () => ({ next: 'done' })
    // Claimed before the portal got into trouble or went.
    if (!isOpen(projectKey) || isPaused(projectKey)) return () => ({ next: 'again', dueAt: job.due_at, error: null })
    let answer: ChangeAnswer
    try {
      answer =
        push.provider_reference === null
          ? await sender.send(projectKey, { ...changeOf(push.payload), providerCardId: push.provider_card_id }, push.reference, signal)
          : await sender.ask(projectKey, push.provider_reference, signal)
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      const troubled = isPaused(projectKey)
      return (transaction) => {
        const outcome = recordFailure(core, transaction, job.seq, error, !troubled || health.isLost(projectKey), Math.random())
        if (outcome.gaveUp === true && troubled) setImmediate(() => void giveUpOverdue(job.lane, error.message))
        return outcome
      }
    }
    return (transaction) => recordAnswer(core, transaction, job.seq, answer)
  }

  /** A portal that was out of reach for a day has let down those that were never tried as well. */
  const giveUpOverdue = async (lane: string, message: string): Promise<void> => {
    const before = new Date(core.clock.now().getTime() - GIVE_UP_MS).toISOString()
    try {
      for (let given = GIVEN_UP_AT_ONCE; given === GIVEN_UP_AT_ONCE && mayRun(); ) {
        given = await core.database.write((transaction) => {
          const overdue = transaction.all(overdueInLane, { lane, before, limit: GIVEN_UP_AT_ONCE })
          for (const push of overdue) giveUpUnsent(core, transaction, { ...push, card_id: push.card_id ?? '' }, message)
          return overdue.length
        })
      }
    } catch (error) {
      core.logger.log('error', 'overdue pushes could not be given up', { lane, error: String(error) })
    }
  }

  return {
    handler: {
      kind: PUSH_JOB,
      maximumInFlight: MAXIMUM_IN_FLIGHT,
      reservedForTrusted: 0,
      laneLimit: (lane) => sender.mostAtOnce(projectOfLane(lane)),
      isTrusted: () => true,
      ahead: (lane) => (health.isWell(projectOfLane(lane)) ? CLAIMED_FOR_ONE * sender.mostAtOnce(projectOfLane(lane)) : 0),
      claimableFrom: (lane) => (isOpen(projectOfLane(lane)) ? health.pausedUntil(projectOfLane(lane)) : Number.POSITIVE_INFINITY),
      mayRun,
      attempt,
    },
    forget: (projectKey) => {
      health.forget(projectKey)
      sender.forget(projectKey)
    },
  }
}
