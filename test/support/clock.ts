import type { Clock } from '../../src-main/domain/clock.ts'

/** A clock that moves only when a test moves it. */
export interface FakeClock extends Clock {
  advance(ms: number): void
  set(time: string): void
}

export function fakeClock(start = '2026-03-14T15:09:26.535Z'): FakeClock {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms
    },
    set: (time) => {
      now = Date.parse(time)
    },
  }
}
