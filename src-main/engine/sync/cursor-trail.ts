/**
 * Notices a listing that goes in circles (Brent's algorithm: one cursor is kept, compared with all that follow, and
 * replaced at every power of two). Plain data of bounded size, so that an interrupted listing can carry it on.
 */
export interface CursorTrail {
  kept: string | null
  /** Steps since `kept` was taken. */
  steps: number
  /** Steps after which the next one is kept. */
  until: number
}

export const NEW_TRAIL: CursorTrail = { kept: null, steps: 0, until: 1 }

/**
 * The trail after one more cursor, or null if the listing goes in circles. A circle of `n` pages that begins after
 * `m` pages is noticed within `3 × max(m, n)` pages.
 */
export function followCursor(trail: CursorTrail, cursor: string): CursorTrail | null {
  if (trail.kept === cursor) return null
  const steps = trail.steps + 1
  return steps === trail.until ? { kept: cursor, steps: 0, until: trail.until * 2 } : { ...trail, steps }
}
