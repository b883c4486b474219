import type { EnvironmentCore, EnvironmentTransaction } from '../environment.ts'
import type { Logger } from '../ports.ts'
import { claimJob, dueInLane, earliestDue, nextLane, releaseOrphans, removeJob, requeueJob, type JobRow } from './job-store.ts'

/** What became of an attempt; written in one transaction with whatever `record` writes. */
export type JobOutcome = { next: 'done' } | { next: 'again'; dueAt: string; error: string | null }

export interface JobHandler {
  kind: string
  /** Attempts in flight at once. */
  maximumInFlight: number
  /** Of these, so many are kept for lanes that `isTrusted` and have nothing in flight: a few that hang at once never take all. */
  reservedForTrusted: number
  /** How many attempts one lane may have in flight now. */
  laneLimit(lane: string): number
  /** A lane without failures: a slow one must never take all places. */
  isTrusted(lane: string): boolean
  /** False while nothing of this environment may leave (a restored one that is held). */
  mayRun(): boolean
  /** One attempt, bounded in time by the handler. Returns what to write and what comes next; never throws for an expected failure. */
  attempt(job: JobRow, signal: AbortSignal): Promise<(transaction: EnvironmentTransaction) => JobOutcome>
}

export interface JobRunner {
  /** Looks for due jobs: called after a commit that recorded some, when a clock was moved, when a hold was released. */
  wake(): void
  /** Resolves when nothing is in flight and nothing is due: for tests and for `clock advance`. */
  settled(): Promise<void>
  /** Takes nothing new and waits for what is in flight, at most `graceMs`; the rest is taken up at the next start. */
  stop(graceMs: number): Promise<void>
}

/** How long a claim is good for. The handler's own time-outs are far shorter. */
const LEASE_MS = 60_000
/** The longest sleep: a clock that was set must not leave a job behind. */
const LONGEST_SLEEP_MS = 5_000

/** The one persisted runner (architecture, *contracts*): claims due jobs lane by lane, in turns, and records what came of them. */
export function createJobRunner(core: EnvironmentCore, handler: JobHandler, logger: Logger): JobRunner {
  const inLane = new Map<string, number>()
  const stopping = new AbortController()
  let stopped = false
  let inFlight = 0
  let trustedTurn = ''
  let timer: NodeJS.Timeout | null = null
  let claiming = false
  let again = false
  let waiting: (() => void)[] = []
  const orphans = core.database.write((transaction) => transaction.run(releaseOrphans, { kind: handler.kind }))

  const wake = () => {
    if (stopped) return
    if (claiming) {
      again = true
      return
    }
    claiming = true
    again = false
    claimDue()
      .catch((error: unknown) => logger.log('error', 'claiming jobs failed', { kind: handler.kind, error: String(error) }))
      .finally(() => {
        claiming = false
        if (again) wake()
        else sleep()
      })
  }

  const claimDue = async (): Promise<void> => {
    await orphans
    while (!stopped && handler.mayRun()) {
      const jobs = await core.database.write((transaction) => claim(transaction))
      if (jobs.length === 0) return
      for (const job of jobs) start(job)
    }
  }

  /** Takes one due job of each lane in turn until the places are full; the turn goes on where it ended. */
  const claim = (transaction: EnvironmentTransaction): JobRow[] => {
    const now = core.clock.now().toISOString()
    const leaseUntil = new Date(core.wallClock.now().getTime() + LEASE_MS).toISOString()
    const claimed: JobRow[] = []
    const taken = new Map(inLane)
    const lanes = lanesInTurn(transaction)
    let progress = true
    while (progress) {
      progress = false
      for (const lane of lanes) {
        const mine = taken.get(lane) ?? 0
        const mayUseReserve = mine === 0 && handler.isTrusted(lane)
        const free = handler.maximumInFlight - inFlight - claimed.length - (mayUseReserve ? 0 : handler.reservedForTrusted)
        if (free <= 0 || mine >= handler.laneLimit(lane)) continue
        const [job] = transaction.all(dueInLane, { kind: handler.kind, lane, now, limit: 1 })
        if (job === undefined) continue
        transaction.run(claimJob, { seq: job.seq, leaseUntil })
        claimed.push({ ...job, attempt_count: job.attempt_count + 1 })
        taken.set(lane, (taken.get(lane) ?? 0) + 1)
        trustedTurn = lane
        progress = true
      }
    }
    return claimed
  }

  const lanesInTurn = (transaction: EnvironmentTransaction): string[] => {
    const lanes: string[] = []
    for (let after = ''; ; ) {
      const row = transaction.first(nextLane, { kind: handler.kind, after })
      if (row === undefined) break
      lanes.push(row.lane)
      after = row.lane
    }
    const from = lanes.findIndex((lane) => lane > trustedTurn)
    return from <= 0 ? lanes : [...lanes.slice(from), ...lanes.slice(0, from)]
  }

  const start = (job: JobRow) => {
    inFlight += 1
    inLane.set(job.lane, (inLane.get(job.lane) ?? 0) + 1)
    run(job)
      .catch((error: unknown) => logger.log('error', 'a job could not be recorded', { kind: handler.kind, job: job.id, error: String(error) }))
      .finally(() => {
        inFlight -= 1
        const left = (inLane.get(job.lane) ?? 1) - 1
        if (left === 0) inLane.delete(job.lane)
        else inLane.set(job.lane, left)
        wake()
      })
  }

  const run = async (job: JobRow): Promise<void> => {
    let record: (transaction: EnvironmentTransaction) => JobOutcome
    try {
      record = await handler.attempt(job, stopping.signal)
    } catch (error) {
      // A bug in a handler: try again later rather than lose the job or spin.
      logger.log('error', 'a job failed unexpectedly', { kind: handler.kind, job: job.id, error: String(error) })
      const dueAt = new Date(core.clock.now().getTime() + LEASE_MS).toISOString()
      record = () => ({ next: 'again', dueAt, error: String(error) })
    }
    // Cut off by the stop: it stays claimed and is taken up at the next start.
    if (stopping.signal.aborted && stopping.signal.reason === 'cut') return
    await core.database.write((transaction) => {
      const outcome = record(transaction)
      if (outcome.next === 'done') transaction.run(removeJob, { seq: job.seq })
      else transaction.run(requeueJob, { seq: job.seq, dueAt: outcome.dueAt, error: outcome.error })
      return undefined
    })
  }

  const sleep = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (stopped) return
    const due = core.database.first(earliestDue, { kind: handler.kind })
    const now = core.clock.now().getTime()
    if (due === undefined || Date.parse(due.due_at) > now || !handler.mayRun()) tellSettled()
    // What is due and was not claimed waits for a place: whoever gives one up wakes the runner.
    const untilDue = due === undefined || Date.parse(due.due_at) <= now ? LONGEST_SLEEP_MS : Date.parse(due.due_at) - now
    const wait = Math.min(untilDue, LONGEST_SLEEP_MS)
    timer = setTimeout(wake, wait)
    timer.unref()
  }

  const tellSettled = () => {
    if (inFlight > 0) return
    const told = waiting
    waiting = []
    for (const resolve of told) resolve()
  }

  wake()
  return {
    wake,
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        wake()
      }),
    stop: async (graceMs) => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      const deadline = Date.now() + graceMs
      while (inFlight > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
      stopping.abort('cut')
      if (timer !== null) clearTimeout(timer)
      await orphans
      tellSettled()
    },
  }
}
