import type { EnvironmentCore, EnvironmentTransaction } from '../environment-core.ts'
import type { Logger } from '../ports.ts'
import { createDueJobs } from './due-jobs.ts'
import type { JobHandler, JobOutcome, RecordOutcome } from './job-handler.ts'
import { createJobLanes, type Claim } from './job-lanes.ts'
import { removeJob, requeueJob, type JobRow } from './job-store.ts'
import { createLeases } from './leases.ts'

/** An ended attempt whose outcome is not on disk yet; `placed` while it still holds its slot in the lane. */
interface Finished {
  job: JobRow
  record: RecordOutcome
  placed: boolean
}

export interface JobRunner {
  /** Looks for due jobs. Call it after a commit that adds some, a clock change or the release of a hold. */
  wake(): void
  /** Resolves once nothing is in flight or due; for tests and `clock advance`. */
  settled(): Promise<void>
  /** Claims nothing further and waits up to `graceMs` for running attempts; the next start resumes the rest. */
  stop(graceMs: number): Promise<void>
}

const NOTHING: Claim = { jobs: [], found: [], exhausted: new Set() }

/** After an outcome could not be written, or a bug in the handler. */
const RETRY_MS = 60_000
/** The longest sleep, so that a clock change leaves no job behind. */
const LONGEST_SLEEP_MS = 5_000
/** Outcomes share commits: up to this many, gathered for up to this long while others are in flight. */
const GATHERED = 64
const GATHER_MS = 20

/**
 * The runner of persisted jobs: claims due jobs from all lanes in turn, runs them, and
 * records their outcomes.
 */
export function createJobRunner(core: EnvironmentCore, handler: JobHandler, logger: Logger): JobRunner {
  const lanes = createJobLanes(handler)
  const stopping = new AbortController()
  const leases = createLeases(core, handler.kind, logger)
  const due = createDueJobs(core, handler, lanes, leases)
  let finished: Finished[] = []
  let stopped = false
  /** Unknown lanes may have due jobs. */
  let lookEverywhere = true
  let turning = false
  let again = false
  let sleeping: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const wake = () => {
    lookEverywhere = true
    turn()
  }

  /** One turn at a time: a transaction records ended attempts and claims due jobs; then free slots are filled. */
  const turn = () => {
    again = true
    if (turning) return
    turning = true
    takeTurns().catch((error: unknown) => {
      turning = false
      logger.log('error', 'looking for due jobs failed', { kind: handler.kind, error: String(error) })
    })
  }

  const takeTurns = async (): Promise<void> => {
    do {
      clearTimeout(gathering)
      gathering = undefined
      await goRound().catch((error: unknown) =>
        logger.log('error', 'claiming jobs failed', { kind: handler.kind, error: String(error) }),
      )
      // What a failed round has left.
      if (finished.length > 0) gathering ??= setTimeout(turn, GATHER_MS)
      await sleep()
    } while (again && !isCut())
    // Set synchronously: from here on, a call of `turn` starts a new one.
    turning = false
    // A stop that began at the end of the last round waits for it.
    if (stopped) resolveSettled()
  }

  const goRound = async (): Promise<void> => {
    while (again && !isCut()) {
      again = false
      await leases.ready()
      const mayClaim = !stopped && (await handler.mayRun()) && (lookEverywhere || lanes.wantsMore())
      const ended = finished.splice(0, GATHERED)
      if (ended.length > 0 || mayClaim) {
        const everywhere = mayClaim && lookEverywhere
        if (everywhere) lookEverywhere = false
        const claimed = await commit(ended, mayClaim, everywhere)
        for (const { job, placed } of ended) if (placed) lanes.recorded(job.lane)
        for (const { seq } of claimed.jobs) leases.hold(seq)
        lanes.take(claimed)
        // Recording may have freed slots, with nothing left in flight to start another round.
        const isIdle = ended.length > 0 && claimed.jobs.length === 0
        if (finished.length >= GATHERED || (isIdle && lanes.wantsMore())) again = true
      }
      if (stopped || !(await handler.mayRun())) continue
      // After an outage another instance may have what was claimed before.
      if (!leases.isSure() && lanes.hasReady())
        confirmed(await core.database.write((transaction) => leases.confirm(transaction)))
      for (const job of lanes.next()) start(job)
    }
  }

  const confirmed = (confirm: () => (job: JobRow) => boolean) => lanes.withdraw(confirm())

  const commit = async (ended: readonly Finished[], mayClaim: boolean, everywhere: boolean): Promise<Claim> => {
    try {
      const { claimed, afterwards, confirm } = await core.database.write(async (transaction) => {
        const afterwards: ((() => void) | undefined)[] = []
        if (ended.length > 0)
          await handler.lock?.(
            transaction,
            ended.map(({ job }) => job),
          )
        for (const one of ended) afterwards.push((await write(transaction, one))?.afterwards)
        const claimed = mayClaim ? await due.claim(transaction, everywhere) : NOTHING
        if (claimed.jobs.length > 0) afterwards.push(await handler.prepare?.(transaction, claimed.jobs))
        return { claimed, afterwards, confirm: await leases.confirm(transaction) }
      })
      confirmed(confirm)
      for (const { job } of ended) leases.drop(job.seq)
      for (const act of afterwards) act?.()
      return claimed
    } catch (error) {
      if (ended.length === 0) throw error
      // Either one outcome or the disk is at fault: write each separately, and retry the failed ones later.
      lookEverywhere = true
      for (const one of ended) {
        try {
          const outcome = await core.database.write(async (transaction) => {
            await handler.lock?.(transaction, [one.job])
            return write(transaction, one)
          })
          leases.drop(one.job.seq)
          outcome?.afterwards?.()
        } catch (cause) {
          logger.log('error', 'a job could not be recorded', {
            kind: handler.kind,
            job: one.job.id,
            error: String(cause),
          })
          // The first try has freed its slot.
          setTimeout(() => isCut() || (finished.push({ ...one, placed: false }), turn()), RETRY_MS).unref()
        }
      }
      return NOTHING
    }
  }

  /** Null if the job is another instance's by now: it will record an outcome of its own. */
  const write = async (transaction: EnvironmentTransaction, { job, record }: Finished): Promise<JobOutcome | null> => {
    if (!(await leases.isHeld(transaction, job))) return null
    const outcome = await record(transaction)
    if (outcome.next === 'done') await transaction.run(removeJob, { seq: job.seq })
    else if (outcome.next === 'again')
      await transaction.run(requeueJob, { seq: job.seq, dueAt: outcome.dueAt, error: outcome.error })
    return outcome
  }

  const start = (job: JobRow) => {
    run(job)
      .then((record) => end(job, record))
      .catch((error: unknown) =>
        logger.log('error', 'a job could not be ended', { kind: handler.kind, job: job.id, error: String(error) }),
      )
  }

  const run = async (job: JobRow): Promise<RecordOutcome> => {
    try {
      return await handler.attempt(job, stopping.signal, (transaction) => leases.isHeld(transaction, job))
    } catch (error) {
      // A bug in a handler: try again later rather than lose the job or spin.
      logger.log('error', 'a job failed unexpectedly', { kind: handler.kind, job: job.id, error: String(error) })
      const dueAt = new Date(core.clock.now().getTime() + RETRY_MS).toISOString()
      return async () => ({ next: 'again', dueAt, error: String(error) })
    }
  }

  const end = (job: JobRow, record: RecordOutcome) => {
    // Cut off by the stop: the job stays claimed, and the next start resumes it.
    if (isCut()) return
    finished.push({ job, record, placed: true })
    const early = lanes.ended(job.lane)
    if (early && !stopped && !turning && leases.isSure()) for (const next of lanes.next()) start(next)
    if (finished.length >= GATHERED || !early || lanes.inFlight() === 0) turn()
    else gathering ??= setTimeout(turn, GATHER_MS)
  }

  const isCut = () => stopping.signal.aborted

  const sleep = async (): Promise<void> => {
    const next = stopped ? null : await due.next()
    const mayRun = await handler.mayRun()
    clearTimeout(sleeping)
    if (stopped) return resolveSettled()
    // Woken meanwhile: what was read may miss what is due by now, and the next round looks again.
    if (again) return
    const now = core.clock.now().getTime()
    if (!mayRun || (lanes.claimed() === 0 && (next === null || next > now))) resolveSettled()
    // Unclaimed due jobs wait for a slot: each job that ends starts another round.
    const untilDue = next === null || next <= now ? LONGEST_SLEEP_MS : next - now
    sleeping = setTimeout(wake, Math.min(untilDue, LONGEST_SLEEP_MS))
    sleeping.unref()
  }

  const resolveSettled = () => {
    if (lanes.inFlight() > 0 || finished.length > 0) return
    const settled = waiting
    waiting = []
    for (const resolve of settled) resolve()
  }

  wake()
  return {
    wake: () => {
      if (!stopped) wake()
    },
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (!stopped) wake()
        else resolveSettled()
      }),
    stop: async (graceMs) => {
      stopped = true
      clearTimeout(sleeping)
      if (lanes.inFlight() > 0 || finished.length > 0 || turning)
        await atMost(graceMs, new Promise((resolve) => waiting.push(() => resolve(undefined))))
      stopping.abort('cut')
      finished = []
      clearTimeout(gathering)
      await leases.stop()
      resolveSettled()
    },
  }
}

/** Waits for `work`, but at most `ms`. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}
