import type { JobHandler } from './job-handler.ts'
import type { JobRow } from './job-store.ts'

interface Lane {
  /** Claimed, but not started. */
  ready: JobRow[]
  inFlight: number
  /** How many attempts have ended, but keep their slot until the outcome is recorded. */
  held: number
  /** Attempts that have ended without their outcome on disk. */
  unrecorded: number
  /** Whether more of its jobs may be due. */
  mayHaveMore: boolean
}

/** The result of a claim, to be confirmed with `take`. */
export interface Claim {
  jobs: JobRow[]
  found: readonly string[]
  /** Lanes without further due jobs. */
  exhausted: ReadonlySet<string>
}

/** Decides what may run: shares a runner's slots among its lanes, which take turns. */
export interface JobLanes {
  /** Notes that jobs of this lane may be due. */
  expect(lane: string): void
  /** Whether more jobs can be claimed, and may be due. */
  wantsMore(): boolean
  /**
   * Claims as many jobs as there is room for through `claimDue`, lane by lane. Changes nothing until `take`: the
   * transaction may fail or run again.
   *
   * @param found further lanes whose jobs may be due
   */
  claim(claimDue: (lane: string, limit: number) => Promise<JobRow[]>, found?: readonly string[]): Promise<Claim>
  /** Confirms a claim, once it is on disk. */
  take(claim: Claim): void
  /** Takes back claimed jobs that have not started. */
  withdraw(isLost: (job: JobRow) => boolean): void
  /** Whether claimed jobs wait to be started. */
  hasReady(): boolean
  /** The jobs to start now. */
  next(): JobRow[]
  /** Notes that an attempt has ended; returns whether its slot is free at once. */
  ended(lane: string): boolean
  recorded(lane: string): void
  inFlight(): number
  /** All jobs that are claimed and not recorded. */
  claimed(): number
}

export function createJobLanes(handler: JobHandler): JobLanes {
  const lanes = new Map<string, Lane>()
  let inFlight = 0
  let turn = ''
  const laneOf = (name: string): Lane => {
    const known = lanes.get(name)
    if (known !== undefined) return known
    const made = emptyLane(false)
    lanes.set(name, made)
    return made
  }
  const ahead = (name: string): number => handler.ahead?.(name) ?? 0
  const hasPlace = (name: string, mine: number, all: number): boolean => {
    const reserved = mine === 0 && handler.isTrusted(name) ? 0 : handler.reservedForTrusted
    return handler.maximumInFlight - all - reserved > 0 && mine < handler.laneLimit(name)
  }
  /** Slots in use, including those for claimed jobs. */
  const placedNow = (): number =>
    [...lanes].reduce((sum, [name, lane]) => sum + (ahead(name) === 0 ? lane.ready.length : 0), inFlight)
  /** How many jobs to claim: for a lane that claims nothing ahead, one if there is a slot. */
  const room = (name: string, lane: Lane, mine: number, placed: number): number => {
    const most = ahead(name)
    if (most === 0) return Number(hasPlace(name, mine, placed))
    const left = most - mine - (lane.unrecorded - lane.held)
    // Only once half is used up, so that a claim is worth its queries.
    return left >= most / 2 ? left : 0
  }
  /** All lanes, starting after the one that was served last. */
  const inTurn = (all: Iterable<[string, Lane]>): [string, Lane][] => {
    const names = [...all].sort(([left], [right]) => (left < right ? -1 : 1))
    const from = names.findIndex(([name]) => name > turn)
    return from <= 0 ? names : [...names.slice(from), ...names.slice(0, from)]
  }
  const forgetIdle = (name: string, lane: Lane) => {
    if (lane.ready.length === 0 && lane.inFlight === 0 && lane.unrecorded === 0 && !lane.mayHaveMore) lanes.delete(name)
  }
  return {
    expect: (name) => {
      laneOf(name).mayHaveMore = true
    },
    wantsMore: () => {
      const placed = placedNow()
      return [...lanes].some(
        ([name, lane]) => lane.mayHaveMore && room(name, lane, lane.inFlight + lane.ready.length, placed) > 0,
      )
    },
    claim: async (claimDue, found = []) => {
      const jobs: JobRow[] = []
      const exhausted = new Set<string>()
      const taken = new Map<string, number>()
      const open = new Map([...lanes].filter(([, lane]) => lane.mayHaveMore))
      for (const name of found) open.set(name, lanes.get(name) ?? emptyLane(true))
      let placed = placedNow()
      for (let progress = true; progress;) {
        progress = false
        for (const [name, lane] of inTurn(open)) {
          const mine = lane.inFlight + lane.ready.length + (taken.get(name) ?? 0)
          const limit = room(name, lane, mine, placed)
          if (limit === 0) continue
          const due = await claimDue(name, limit)
          if (due.length < limit) {
            exhausted.add(name)
            open.delete(name)
          }
          if (due.length === 0) continue
          jobs.push(...due)
          taken.set(name, (taken.get(name) ?? 0) + due.length)
          if (ahead(name) === 0) placed += due.length
          progress = true
        }
      }
      return { jobs, found, exhausted }
    },
    take: ({ jobs, found, exhausted }) => {
      for (const name of found) laneOf(name).mayHaveMore = true
      for (const job of jobs) laneOf(job.lane).ready.push(job)
      for (const name of exhausted) {
        const lane = laneOf(name)
        lane.mayHaveMore = false
        forgetIdle(name, lane)
      }
    },
    withdraw: (isLost) => {
      for (const [name, lane] of lanes) {
        lane.ready = lane.ready.filter((job) => !isLost(job))
        forgetIdle(name, lane)
      }
    },
    hasReady: () => [...lanes.values()].some(({ ready }) => ready.length > 0),
    next: () => {
      const started: JobRow[] = []
      for (let progress = true; progress;) {
        progress = false
        for (const [name, lane] of inTurn([...lanes].filter(([, one]) => one.ready.length > 0))) {
          if (!hasPlace(name, lane.inFlight, inFlight)) continue
          const job = lane.ready.shift()
          if (job === undefined) continue
          lane.inFlight += 1
          inFlight += 1
          turn = name
          started.push(job)
          progress = true
        }
      }
      return started
    },
    ended: (name) => {
      const lane = laneOf(name)
      const early = ahead(name) > 0
      lane.unrecorded += 1
      if (early) {
        lane.inFlight -= 1
        inFlight -= 1
      } else {
        lane.held += 1
      }
      return early
    },
    recorded: (name) => {
      const lane = laneOf(name)
      lane.unrecorded -= 1
      if (lane.held > 0) {
        lane.held -= 1
        lane.inFlight -= 1
        inFlight -= 1
      }
      forgetIdle(name, lane)
    },
    inFlight: () => inFlight,
    claimed: () =>
      [...lanes.values()].reduce(
        (sum, lane) => sum + lane.ready.length + lane.inFlight + lane.unrecorded - lane.held,
        0,
      ),
  }
}

function emptyLane(mayHaveMore: boolean): Lane {
  return { ready: [], inFlight: 0, held: 0, unrecorded: 0, mayHaveMore }
}
