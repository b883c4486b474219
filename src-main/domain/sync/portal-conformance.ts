import { z } from 'zod'
import { providerCardIdSchema } from './portal-protocol.ts'

/** The requirements for a gateway, in test order. Programs read the names, so they never change. */
export const CONFORMANCE = {
  token: 'The token address gives an access token',
  token_refusal: 'Wrong credentials are refused in the form of RFC 6749',
  unauthorized: 'A wrong token is answered with 401 and an error in JSON',
  capabilities: "The gateway's capabilities can be read, or are a 404",
  listing: 'Cards are listed in pages',
  page_size: 'A page holds no more cards than asked for',
  cards: 'Every card can be read',
  status: 'Status and authorizations agree',
  end: 'The listing ends, and never leads back',
  once: 'A listing names each card once',
  order: 'Pages of another size name the same cards in the same order',
  cursor: 'A cursor works again',
  unknown_cursor: 'An unknown cursor is refused with an error in JSON',
  unknown_card: 'A change of an unknown card is refused with an error in JSON',
  refusal_kept: 'The same key gets the same refusal',
  change: 'A change is made, and listed',
  outcome: 'A change accepted for later has an outcome under its reference',
  reference: 'A reference stays valid after its outcome was reported',
  key_outcome: 'The key of a change that has ended answers with the outcome',
  same_answer: 'The same key gets the same answer',
  encoded_id: 'A percent-encoded id names the same card',
  acts_once: 'The same key acts once',
  key_mismatch: 'A key is refused for another change',
  already: 'A change whose outcome already holds is done',
  at_once: 'The same key twice at the same time is one change',
  update: 'An update sets what it names, and nothing else',
  bulk: 'Changes sent in bulk are judged one by one, with their keys',
  date: 'The Date header tells the clock by which cards change',
  updated_since: '`updatedSince` lists what changed, and nothing older',
  delta_complete: 'A listing of changes does not call itself complete',
} as const
export type ConformanceName = keyof typeof CONFORMANCE

const NAMES = Object.keys(CONFORMANCE) as [ConformanceName, ...ConformanceName[]]

const conformanceResultSchema = z.object({
  name: z.enum(NAMES),
  requirement: z.string(),
  /** `skipped`: not testable, or not offered. */
  state: z.enum(['held', 'broken', 'skipped']),
  /** Why it is broken or was skipped, in a sentence; null if it is held. */
  reason: z.string().nullable(),
})
export type ConformanceResult = z.infer<typeof conformanceResultSchema>

export const conformanceReportSchema = z.object({
  /** Nothing is broken. */
  held: z.boolean(),
  requirements: z.array(conformanceResultSchema),
  /** The card used to test changes; null without one. */
  testCard: z.string().nullable(),
  /** Whether the test card was restored; null if nothing was changed. */
  restored: z.boolean().nullable(),
})
export type ConformanceReport = z.infer<typeof conformanceReportSchema>

/** The provider's ID of the card to test changes on; without one, changes are not tested. */
export const testCardSchema = providerCardIdSchema.optional()
