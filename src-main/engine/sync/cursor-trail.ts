/**
 * Detects a listing that goes in circles, with Brent's algorithm: one cursor is kept, compared with all that follow,
 * and replaced at every power of two. Plain data of bounded size, so that an interrupted listing can resume with it.
 */
export interface CursorTrail {
  kept: string | null
  /** Steps since `kept` was stored. */
  steps: number
  /** After how many steps the next cursor is kept. */
  until: number
}

export const NEW_TRAIL: CursorTrail = { kept: null, steps: 0, until: 1 }

/**
 * The trail after one more cursor, or null if the listing goes in circles. A circle of `n` pages that begins after `m`
 * pages is detected within `3 × max(m, n)` pages.
 */
export function followCursor(trail: CursorTrail, cursor: string): CursorTrail | null {
  if (trail.kept === cursor) return null
  const steps = trail.steps + 1
  return steps === trail.until ? { kept: cursor, steps: 0, until: trail.until * 2 } : { ...trail, steps }
}
