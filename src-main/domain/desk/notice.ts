import { z } from 'zod'
import { auditDatabaseSchema } from '../audit.ts'
import { timestampSchema } from '../card.ts'

/** A finding at the start that a person should know about; the service keeps running. */
export const noticeSchema = z.discriminatedUnion('kind', [
  /** Others on this machine can enter the data folder. */
  z.object({ kind: z.literal('open_folder'), path: z.string(), mode: z.string() }),
  /** A chain lacks entries that another chain recorded: its file was emptied or replaced by an older one. */
  z.object({
    kind: z.literal('chain_rolled_back'),
    chain: auditDatabaseSchema,
    rememberedBy: auditDatabaseSchema,
    rememberedAt: timestampSchema,
    entries: z.int(),
  }),
  /** The service has another public URL than before, until an administrator has read what that voids. */
  z.object({
    kind: z.literal('public_url_moved'),
    before: z.string(),
    after: z.string(),
    /** How many passkeys no longer work. */
    passkeys: z.int(),
    /** What to register at the identity provider; null without one. */
    redirectUri: z.string().nullable(),
  }),
])

export type Notice = z.infer<typeof noticeSchema>

/** The notice as a sentence for the terminal and the log. */
export function noticeText(notice: Notice): string {
  if (notice.kind === 'open_folder')
    return `Others on this machine can enter ${notice.path} (mode ${notice.mode}); close it with: fuelcard-desk check --fix-modes`
  if (notice.kind === 'public_url_moved')
    return `The public URL has changed from ${notice.before} to ${notice.after}: everybody signs in again, and links to the old one end`
  const { chain, rememberedBy, rememberedAt, entries } = notice
  return `The audit log of ${chain} is not the one that ${rememberedBy} remembers (${entries} entries on ${rememberedAt}): the file was emptied or exchanged for an older one; see "fuelcard-desk audit verify"`
}
