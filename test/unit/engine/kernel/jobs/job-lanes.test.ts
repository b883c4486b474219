import { describe, expect, it } from 'vitest'
import { createJobLanes, type JobLanes } from '../../../../../src-main/engine/kernel/jobs/job-lanes.ts'
import type { JobHandler } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import type { JobRow } from '../../../../../src-main/engine/kernel/jobs/job-store.ts'

/** Lanes with that many due jobs each; `slow` ones are untrusted and take no jobs ahead. */
function lanesWith(due: Record<string, number>, ahead = 0, handler: Partial<JobHandler> = {}) {
  const lanes = createJobLanes({
    kind: 'test',
    maximumInFlight: 4,
    reservedForTrusted: 1,
    laneLimit: () => 2,
    isTrusted: (lane) => !lane.startsWith('slow'),
    ahead: (lane) => (lane.startsWith('slow') ? 0 : ahead),
    mayRun: async () => true,
    attempt: () => Promise.reject(new Error('not in this test')),
    ...handler,
  })
  const left = { ...due }
  const asked: string[] = []
  for (const lane of Object.keys(due)) lanes.expect(lane)
  let seq = 0
  const claimDue = async (lane: string, limit: number): Promise<JobRow[]> => {
    asked.push(`${lane} ${limit}`)
    const taken = Math.min(limit, left[lane] ?? 0)
    left[lane] = (left[lane] ?? 0) - taken
    return Array.from({ length: taken }, () => ({
      seq: ++seq,
      id: `job_${seq}`,
      project_key: 1,
      kind: 'test',
      lane,
      reference: '',
      payload: '{}',
      attempt_count: 1,
      due_at: '',
      created_at: '',
    }))
  }
  const round = async (on: JobLanes = lanes) => {
    on.take(await on.claim(claimDue))
    return on.next().map(({ lane }) => lane)
  }
  const wanted = () => asked.splice(0)
  const end = (lane: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      lanes.ended(lane)
      lanes.recorded(lane)
    }
  }
  return { lanes, left, round, wanted, claimDue, end }
}

describe('the slots of a runner', () => {
  it('go round the lanes, within the limit of each and of all', async () => {
    const { round } = lanesWith({ a: 5, b: 5, c: 5 })
    // The fourth slot is reserved for a trusted lane with nothing in flight.
    expect(await round()).toEqual(['a', 'b', 'c'])
    expect(await round()).toEqual([])
  })

  it('are held until the result is recorded if nothing is claimed ahead, so that a lane keeps its order', async () => {
    const { lanes, round } = lanesWith({ a: 3 }, 0, { laneLimit: () => 1 })
    expect(await round()).toEqual(['a'])
    expect(lanes.ended('a')).toBe(false)
    expect(await round()).toEqual([])
    lanes.recorded('a')
    expect(await round()).toEqual(['a'])
    expect(lanes.inFlight()).toBe(1)
  })

  it('are free at once if jobs are claimed ahead, with a bounded number unrecorded', async () => {
    const { lanes, left, round } = lanesWith({ a: 100 }, 8)
    expect(await round()).toEqual(['a', 'a'])
    expect(left['a']).toBe(92)
    for (let ended = 0; ended < 6; ended += 1) {
      expect(lanes.ended('a')).toBe(true)
      expect(lanes.next()).toHaveLength(1)
    }
    expect(lanes.wantsMore()).toBe(false)
    for (let recorded = 0; recorded < 6; recorded += 1) lanes.recorded('a')
    expect(lanes.wantsMore()).toBe(true)
    await round()
    expect(left['a']).toBe(86)
    expect(lanes.claimed()).toBe(8)
  })

  it('are never all taken by slow lanes', async () => {
    const { round } = lanesWith({ slow1: 5, slow2: 5, zeal: 5 })
    const started = await round()
    expect(started.filter((lane) => lane.startsWith('slow'))).toHaveLength(2)
    expect(started).toContain('zeal')
  })

  it('remember nothing of a claim that was undone', async () => {
    const { lanes } = lanesWith({ a: 2 })
    await lanes.claim(async (lane, limit) =>
      Array.from({ length: limit }, () => ({
        seq: 1,
        id: 'job_1',
        project_key: 1,
        kind: 'test',
        lane,
        reference: '',
        payload: '{}',
        attempt_count: 1,
        due_at: '',
        created_at: '',
      })),
    )
    expect(lanes.claimed()).toBe(0)
    expect(lanes.next()).toEqual([])
  })

  it('go round: each free slot is for the lane after the one served last', async () => {
    const { round, end } = lanesWith({ a: 5, b: 5, c: 5 }, 0, { maximumInFlight: 1, reservedForTrusted: 0 })
    const served: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const [lane = ''] = await round()
      served.push(lane)
      end(lane)
    }
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b'])
  })

  it('are reserved for a trusted lane with nothing in flight, which takes the last one', async () => {
    const { round } = lanesWith({ slow: 5, good: 5 }, 0, { maximumInFlight: 3, laneLimit: () => 3 })
    // The second one of a lane is not the first any more.
    expect(await round()).toEqual(['good', 'slow'])
    const alone = lanesWith({ slow: 5 }, 0, { maximumInFlight: 3, laneLimit: () => 3 })
    expect(await alone.round()).toEqual(['slow', 'slow'])
    const last = lanesWith({ slow: 5, trusted: 5 }, 0, { maximumInFlight: 2 })
    expect(await last.round()).toEqual(['slow', 'trusted'])
  })

  it('of a lane that takes jobs ahead are filled from what is taken, within the limits of the lane and of all', async () => {
    const { lanes, round, end } = lanesWith({ a: 8, b: 8 }, 8, { reservedForTrusted: 0 })
    expect(await round()).toEqual(['a', 'b', 'a', 'b'])
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([4, 16])
    end('b')
    expect(lanes.next().map(({ lane }) => lane)).toEqual(['b'])
    end('a', 2)
    end('b', 2)
    expect(lanes.inFlight()).toBe(0)
    expect(lanes.next().map(({ lane }) => lane)).toEqual(['a', 'b', 'a', 'b'])
  })
})

describe('a claim', () => {
  it('ahead takes no slot from other lanes before it is started', async () => {
    const laneLimit = (lane: string) => (lane === 'a' ? 2 : 1)
    const { round, end } = lanesWith({ a: 8, slow: 2 }, 8, { maximumInFlight: 3, reservedForTrusted: 0, laneLimit })
    expect(await round()).toEqual(['a', 'slow', 'a'])
    end('slow')
    expect(await round()).toEqual(['slow'])
  })

  it('asks each lane for what it has room for, again and again until none has, and no lane twice that has no more', async () => {
    const { lanes, wanted, round } = lanesWith({ a: 1, b: 9, slow: 9 }, 0, { maximumInFlight: 9, laneLimit: () => 3 })
    expect(lanes.wantsMore()).toBe(true)
    expect(await round()).toEqual(['a', 'b', 'slow', 'b', 'slow', 'b', 'slow'])
    expect(wanted()).toEqual(['a 1', 'b 1', 'slow 1', 'a 1', 'b 1', 'slow 1', 'b 1', 'slow 1'])
    expect(lanes.wantsMore()).toBe(false)
    expect(lanes.claimed()).toBe(7)
    await round()
    expect(wanted()).toEqual([])
  })

  it('ahead fills up to the number of the lane, once half of it is used up', async () => {
    const { lanes, wanted, round, end } = lanesWith({ a: 100 }, 8)
    await round()
    expect(wanted()).toEqual(['a 8'])
    expect(lanes.claimed()).toBe(8)
    end('a', 3)
    expect(lanes.wantsMore()).toBe(false)
    await round()
    expect([wanted(), lanes.claimed()]).toEqual([[], 5])
    lanes.ended('a')
    // Ended, but not on disk: it still counts.
    expect([lanes.wantsMore(), lanes.claimed()]).toEqual([false, 5])
    lanes.recorded('a')
    expect(lanes.wantsMore()).toBe(true)
    await round()
    expect([wanted(), lanes.claimed()]).toEqual([['a 4'], 8])
  })

  it('leaves out what is taken but could not start: its slots are spoken for', async () => {
    let limit = 2
    const { lanes, left, round, claimDue } = lanesWith({ a: 9, b: 9 }, 0, {
      maximumInFlight: 4,
      reservedForTrusted: 0,
      laneLimit: (lane) => (lane === 'a' ? limit : 4),
    })
    const claim = await lanes.claim(claimDue)
    // Meanwhile the endpoint of this lane timed out.
    limit = 0
    lanes.take(claim)
    expect(lanes.next().map(({ lane }) => lane)).toEqual(['b', 'b'])
    expect([lanes.inFlight(), lanes.claimed(), lanes.wantsMore()]).toEqual([2, 4, false])
    expect(await round()).toEqual([])
    expect(left).toEqual({ a: 7, b: 7 })
    limit = 2
    expect(lanes.next().map(({ lane }) => lane)).toEqual(['a', 'a'])
  })

  it('includes lanes that were found meanwhile, and expects more of them', async () => {
    const { lanes, left, claimDue, wanted } = lanesWith({}, 0, { maximumInFlight: 2, reservedForTrusted: 0 })
    Object.assign(left, { found: 3 })
    expect(lanes.wantsMore()).toBe(false)
    const claim = await lanes.claim(claimDue, ['found', 'empty'])
    expect(claim).toMatchObject({ found: ['found', 'empty'], exhausted: new Set(['empty']) })
    expect(claim.jobs).toHaveLength(2)
    lanes.take(claim)
    expect(wanted()).toEqual(['empty 1', 'found 1', 'found 1'])
    expect(lanes.next()).toHaveLength(2)
    expect(lanes.wantsMore()).toBe(false)
    lanes.ended('found')
    lanes.recorded('found')
    expect(lanes.wantsMore()).toBe(true)
  })
})

describe('a lane', () => {
  it('that has no more due jobs is not asked until some are expected, whatever still runs in it', async () => {
    const { lanes, left, round, wanted, end } = lanesWith({ a: 1 })
    expect(await round()).toEqual(['a'])
    end('a')
    wanted()
    Object.assign(left, { a: 2 })
    expect(await round()).toEqual([])
    expect(wanted()).toEqual([])
    lanes.expect('a')
    expect(lanes.wantsMore()).toBe(true)
    expect(await round()).toEqual(['a', 'a'])
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([2, 2])
    end('a', 2)
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([0, 0])
  })

  it.each([
    ['from now on takes nothing ahead', 8, 0],
    ['from now on takes jobs ahead', 0, 8],
  ])('that %s frees each slot once, and loses count of none', async (_, before, after) => {
    let ahead = before
    const { lanes, round } = lanesWith({ a: 2 }, 0, { ahead: () => ahead })
    expect(await round()).toEqual(['a', 'a'])
    expect(lanes.ended('a')).toBe(before > 0)
    ahead = after
    expect(lanes.ended('a')).toBe(after > 0)
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([1, 2])
    lanes.recorded('a')
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([0, 1])
    lanes.recorded('a')
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([0, 0])
  })

  it('keeps what it has in flight while it is forgotten that more may be due', async () => {
    const { lanes, round } = lanesWith({ a: 3 }, 8, { laneLimit: () => 1 })
    expect(await round()).toEqual(['a'])
    expect(lanes.claimed()).toBe(3)
    expect(lanes.ended('a')).toBe(true)
    lanes.recorded('a')
    expect(lanes.claimed()).toBe(2)
    expect(lanes.next()).toHaveLength(1)
    lanes.ended('a')
    expect(lanes.next()).toHaveLength(1)
    lanes.recorded('a')
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([1, 1])
    lanes.ended('a')
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([0, 1])
    lanes.recorded('a')
    expect([lanes.inFlight(), lanes.claimed()]).toEqual([0, 0])
  })
})
