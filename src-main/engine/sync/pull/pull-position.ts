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
  /** The last page was read; what remains is to conclude. */
  listed: z.boolean(),
  /** The portal says that the listing has named every card. */
  complete: z.boolean(),
})
export type PullPosition = z.infer<typeof pullPositionSchema>

export const PULL_START: PullPosition = { cursor: null, trail: NEW_TRAIL, portalTime: null, idlePages: 0, listed: false, complete: false }
