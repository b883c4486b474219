import { z } from 'zod'
import { NEW_TRAIL } from '../cursor-trail.ts'

/** How far a pull has got, saved at the end of each page so that an interrupted one can resume. */
export const pullPositionSchema = z.object({
  /** The next page; null for the first. */
  cursor: z.string().nullable(),
  trail: z.object({ kept: z.string().nullable(), steps: z.number(), until: z.number() }),
  /** The provider's clock at the first page; null if it sends none. */
  portalTime: z.string().nullable(),
  /** Pages in a row without a new card. */
  idlePages: z.number(),
  /** Pages and rows so far, including those of the runs it continues. */
  pages: z.number().default(0),
  rows: z.number().default(0),
  /** Whether the last page was read. */
  listed: z.boolean(),
  /** Whether the portal says that the list is complete. */
  complete: z.boolean(),
})
export type PullPosition = z.infer<typeof pullPositionSchema>

export const PULL_START: PullPosition = {
  cursor: null,
  trail: NEW_TRAIL,
  portalTime: null,
  idlePages: 0,
  pages: 0,
  rows: 0,
  listed: false,
  complete: false,
}
