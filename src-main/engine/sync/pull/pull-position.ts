import { z } from 'zod'
import { NEW_TRAIL } from '../cursor-trail.ts'

/** How far a pull has come: written with the last card of each page, so that an interrupted one goes on there. */
export const pullPositionSchema = z.object({
  /** Of the next page; null for the first. */
  cursor: z.string().nullable(),
  trail: z.object({ kept: z.string().nullable(), steps: z.number(), until: z.number() }),
  /** The provider's clock at the first page; null where it does not tell. */
  portalTime: z.string().nullable(),
  /** Pages in a row that named no card that was not named before. */
  idlePages: z.number(),
  /** Pages read and rows named so far, also by the runs that this one goes on for. */
  pages: z.number().default(0),
  rows: z.number().default(0),
  /** The last page was read; what remains is to conclude. */
  listed: z.boolean(),
  /** The portal says that the listing has named every card. */
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
