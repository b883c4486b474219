import { z } from 'zod'

/** Where a listing stands: after which card, and what it was cut to. */
export interface Cursor {
  after: number
  updatedSince: string | null
}

const cursorSchema = z.object({ after: z.int().min(0), updatedSince: z.string().nullable() })

/** Opaque to the reader, so that nobody counts on what is inside. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @returns null for a text that is no cursor of this portal */
export function readCursor(text: string): Cursor | null {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
