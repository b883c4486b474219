import { z } from 'zod'

/** A position in a listing: after which card, and with which filter. */
export interface Cursor {
  after: number
  updatedSince: string | null
}

const cursorSchema = z.object({ after: z.int().min(0), updatedSince: z.string().nullable() })

/** Opaque, so that no client relies on its content. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @returns null if this portal did not write the cursor */
export function readCursor(text: string): Cursor | null {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
