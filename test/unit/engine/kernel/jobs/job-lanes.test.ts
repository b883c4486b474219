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
  for (const lane of Object.keys(due)) lanes.expect(lane)
  let seq = 0
  const claimDue = async (lane: string, limit: number): Promise<JobRow[]> => {
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
  return { lanes, left, round }
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
})
