import { z } from 'zod'
import { AUTHORIZATIONS } from '../card.ts'

/** Fields whose words differ from file to file. */
export const WORDED_FIELDS = ['status', 'reason', 'expirationDate', ...AUTHORIZATIONS] as const
export type WordedField = (typeof WORDED_FIELDS)[number]

/** What a person said of a word in a column: the cell counts as if it held the meaning. */
export const mappedWordSchema = z.object({
  field: z.enum(WORDED_FIELDS),
  /** As the file writes it. */
  word: z.string(),
  /** `new`, `active`, `inactive`; a reason; `yes`, `no`; or `empty`, which leaves the card's value as it is. */
  meaning: z.string(),
})
export type MappedWord = z.infer<typeof mappedWordSchema>
