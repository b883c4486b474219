import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDuty } from '../../../../src-main/engine/kernel/duties.ts'

describe('a duty', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A duty whose runs last until `end` is called. */
  function duty(options: Partial<Parameters<typeof createDuty>[0]> = {}) {
    const ends: ((error?: Error) => void)[] = []
    const logged: unknown[] = []
    let aborted = false
    const made = createDuty({
      failure: 'a duty failed',
      fields: { environment: 'sandbox' },
      logger: { log: (_level, message, fields) => logged.push([message, fields]) },
      run: (signal) =>
        new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => (aborted = true))
          ends.push((error) => (error === undefined ? resolve() : reject(error)))
        }),
      ...options,
    })
    return {
      ...made,
      logged,
      aborted: () => aborted,
      begun: () => ends.length,
      end: async (error?: Error) => {
        ends.at(-1)?.(error)
        await vi.advanceTimersByTimeAsync(0)
      },
    }
  }

  it('runs at its times, and skips those that come while it runs', async () => {
    const { begun, end } = duty({ everyMs: 1_000 })
    await vi.advanceTimersByTimeAsync(999)
    expect(begun()).toBe(0)
    await vi.advanceTimersByTimeAsync(3_001)
    expect(begun()).toBe(1)
    await end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begun()).toBe(2)
  })

  it('woken several times while it runs, runs once more', async () => {
    const { begun, end, wake, settled } = duty()
    wake()
    await vi.advanceTimersByTimeAsync(0)
    wake()
    wake()
    const all = settled()
    await end()
    expect(begun()).toBe(2)
    await end()
    await all
    expect(begun()).toBe(2)
  })

  it('asked for a run while one is under way, answers with the end of the next one', async () => {
    const { begun, end, run, wake } = duty()
    wake()
    await vi.advanceTimersByTimeAsync(0)
    const next = run().then(() => begun())
    await end(new Error('the first one'))
    await end()
    expect(await next).toBe(2)
  })

  it('without times of its own, is repeated after a failure, ever later, until it succeeds', async () => {
    const { begun, end, wake } = duty()
    wake()
    await vi.advanceTimersByTimeAsync(0)
    for (const afterMs of [2_000, 4_000, 8_000]) {
      const before = begun()
      await end(new Error('the server is away'))
      await vi.advanceTimersByTimeAsync(afterMs - 1)
      expect(begun()).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(begun()).toBe(before + 1)
    }
    await end()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(begun()).toBe(4)
  })

  it('is scheduled even if its next time could not be found out', async () => {
    let isAway = true
    const nextInMs = async () => {
      if (isAway) throw new Error('the server is away')
      return 500
    }
    const { begun, end } = duty({ firstInMs: 10, nextInMs })
    await vi.advanceTimersByTimeAsync(10)
    await end()
    isAway = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begun()).toBe(2)
  })

  it('is scheduled anew after each run, even a failed one', async () => {
    const { begun, end, logged } = duty({ firstInMs: 10, nextInMs: async () => 500 })
    await vi.advanceTimersByTimeAsync(10)
    await end(new Error('the disk is full'))
    expect(logged).toEqual([['a duty failed', { environment: 'sandbox', error: 'the disk is full' }]])
    await vi.advanceTimersByTimeAsync(499)
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(begun()).toBe(2)
  })

  it('runs once after a pause that restarts with each request', async () => {
    const { begun, wakeIn } = duty()
    wakeIn(100)
    await vi.advanceTimersByTimeAsync(90)
    wakeIn(100)
    await vi.advanceTimersByTimeAsync(90)
    expect(begun()).toBe(0)
    await vi.advanceTimersByTimeAsync(10)
    expect(begun()).toBe(1)
  })

  it('when stopped, aborts the current run, waits for it, logs nothing of it, and starts no other', async () => {
    const { aborted, begun, end, logged, stop, wake, wakeIn } = duty({ everyMs: 100, nextInMs: async () => 1 })
    wake()
    await vi.advanceTimersByTimeAsync(0)
    wake()
    let stopped = false
    const stopping = stop().then(() => (stopped = true))
    await vi.advanceTimersByTimeAsync(0)
    expect([aborted(), stopped]).toEqual([true, false])
    await end(new Error('the store is closed'))
    await stopping
    wake()
    wakeIn(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([begun(), logged]).toEqual([1, []])
  })
})
