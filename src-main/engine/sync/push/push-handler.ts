import { lockCards } from '../../../database/primitives.ts'
import { GIVE_UP_MS } from '../../../domain/sync/push-schedule.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import type { JobHandler, JobOutcome } from '../../kernel/jobs/job-handler.ts'
import type { JobRow } from '../../kernel/jobs/job-store.ts'
import { gatheredReads } from '../../kernel/shared-reads.ts'
import type { PortalSource } from '../portals/portal-source.ts'
import { PortalError, type ChangeAnswer } from '../portals/portal.ts'
import { createKeptHealth } from './kept-health.ts'
import { createPortalHealth } from './portal-health.ts'
import { changeOf, projectOfLane, PUSH_JOB } from '../../ledger/push-store.ts'
import { pushesForAttempts } from './attempt-store.ts'
import { giveUpUnsentSince, recordAnswer, recordFailure } from './push-outcome.ts'
import { createSender } from './sender.ts'

/** Across all projects; the sender limits what a single portal gets at once. */
const MAXIMUM_IN_FLIGHT = 400
/** Jobs claimed per push in flight, so that many outcomes share a commit. */
const CLAIMED_FOR_ONE = 2
/** How often to look for overdue pushes while a portal is out of reach. */
const LOOK_EVERY_MS = 30 * 60_000

export interface PushHandlerOptions {
  source: PortalSource
  mayRun(): Promise<boolean>
  /** Called for what a person should look at: rejected credentials, or a change that was refused or given up. */
  onTrouble(projectKey: number, message: string): void
}

/** Runs push jobs: sends the changes of cards to their projects' portals. */
export function createPushHandler(
  core: EnvironmentCore,
  { source, mayRun, onTrouble }: PushHandlerOptions,
): { handler: JobHandler; forget(projectKey: number): void } {
  const health = createPortalHealth(core.clock)
  const kept = createKeptHealth(core, health)
  const sender = createSender(
    source,
    health,
    (projectKey, { message }) => onTrouble(projectKey, message),
    core.wallClock,
  )
  const isOpen = async (projectKey: number, session?: EnvironmentSession) =>
    (await source.portalOf(projectKey, session)) !== null && (await source.mayPush(projectKey, session))
  const isPaused = (projectKey: number) => health.pausedUntil(projectKey) > core.clock.now().getTime()

  /** Attempts that begin together read together, and so meet in one request to a portal that takes many changes. */
  const pushOf = gatheredReads(
    async (seqs: readonly number[]) =>
      new Map((await core.database.all(pushesForAttempts(seqs))).map((push) => [push.seq, push])),
  )
  const failures = new Map<number, number>()
  const attempt = async (
    job: JobRow,
    signal: AbortSignal,
  ): Promise<(transaction: EnvironmentTransaction) => Promise<JobOutcome>> => {
    const projectKey = job.project_key
    const push = await pushOf(job.seq)
    if (push === undefined) return async () => ({ next: 'done' })
    // The portal got into trouble, or went, after the job was claimed.
    if (!(await isOpen(projectKey)) || isPaused(projectKey))
      return async () => ({ next: 'again', dueAt: job.due_at, error: null })
    let answer: ChangeAnswer
    try {
      answer =
        push.provider_reference === null
          ? await sender.send(
              projectKey,
              { ...changeOf(push.payload), providerCardId: push.provider_card_id },
              push.reference,
              signal,
            )
          : await sender.ask(projectKey, push.provider_reference, signal)
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      const troubled = isPaused(projectKey)
      const failed = (failures.get(job.seq) ?? 0) + 1
      failures.set(job.seq, failed)
      return async (transaction) => {
        const isKept = await kept.keep(transaction, projectKey)
        const outcome = await recordFailure(core, transaction, job.seq, error, {
          failures: failed,
          mayGiveUp: !troubled || health.isLost(projectKey),
          random: Math.random(),
        })
        const afterwards = () => {
          isKept()
          if (outcome.gaveUp === true) {
            failures.delete(job.seq)
            onTrouble(projectKey, error.message)
          }
          if (troubled && health.isLost(projectKey)) giveUpOverdue(projectKey, error.message)
        }
        return { ...outcome, afterwards }
      }
    }
    failures.delete(job.seq)
    return async (transaction) => {
      const isKept = await kept.keep(transaction, projectKey)
      const afterwards = () => {
        isKept()
        if (answer.state === 'refused') onTrouble(projectKey, `The provider refused a change: ${answer.message}`)
      }
      return { ...(await recordAnswer(core, transaction, job.seq, answer)), afterwards }
    }
  }

  const looked = new Map<number, number>()
  /** After a day out of reach, gives up all changes that have waited that long, even those never tried. */
  const giveUpOverdue = (projectKey: number, message: string): void => {
    const now = core.clock.now().getTime()
    if (now - (looked.get(projectKey) ?? 0) < LOOK_EVERY_MS || !health.isSilentSince(projectKey, now - GIVE_UP_MS))
      return
    looked.set(projectKey, now)
    giveUpUnsentSince(core, projectKey, new Date(now - GIVE_UP_MS), message, mayRun).catch((error: unknown) =>
      core.logger.log('error', 'overdue pushes could not be given up', { error: String(error) }),
    )
  }

  return {
    handler: {
      kind: PUSH_JOB,
      maximumInFlight: MAXIMUM_IN_FLIGHT,
      reservedForTrusted: 0,
      laneLimit: (lane) => sender.mostAtOnce(projectOfLane(lane)),
      isTrusted: () => true,
      ahead: (lane) =>
        health.isWell(projectOfLane(lane)) ? CLAIMED_FOR_ONE * sender.mostAtOnce(projectOfLane(lane)) : 0,
      claimableFrom: async (lane, session = core.database) => {
        const projectKey = projectOfLane(lane)
        await kept.learn(projectKey, session)
        return (await isOpen(projectKey, session)) ? health.pausedUntil(projectKey) : Number.POSITIVE_INFINITY
      },
      lock: (transaction, jobs) =>
        lockCards(transaction, (cards) =>
          cards.where('id', 'in', (builder) =>
            builder
              .selectFrom('job')
              .select('card_id')
              .$narrowType<{ card_id: string }>()
              .where(
                'seq',
                'in',
                jobs.map(({ seq }) => seq),
              ),
          ),
        ),
      mayRun,
      attempt,
    },
    forget: (projectKey) => {
      health.forget(projectKey)
      sender.forget(projectKey)
    },
  }
}
