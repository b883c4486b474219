import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followCursor, NEW_TRAIL, type CursorTrail } from '../../../../src-main/engine/sync/cursor-trail.ts'

describe('the trail of a listing', () => {
  it('never calls a listing endless whose cursors all differ', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 500 }), (cursors) => {
        let trail: CursorTrail | null = NEW_TRAIL
        for (const cursor of cursors) trail = trail === null ? null : followCursor(trail, cursor)
        expect(trail).not.toBeNull()
      }),
    )
  })

  it('notices every circle soon, even when it is stored as JSON in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 100 }), (before, around) => {
        let trail: CursorTrail | null = NEW_TRAIL
        let pages = 0
        while (trail !== null) {
          const cursor = pages < before ? `before ${pages}` : `around ${(pages - before) % around}`
          trail = followCursor(JSON.parse(JSON.stringify(trail)) as CursorTrail, cursor)
          pages += 1
          expect(pages).toBeLessThanOrEqual(2 + 4 * Math.max(before, around))
        }
      }),
    )
  })
})
