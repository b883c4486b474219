import { z } from 'zod'
import { auditEntrySchema, type AuditEntry } from '../audit.ts'
import { compactKey, textKey, type CardListInput } from './card-list.ts'
import { timestampSchema } from '../card.ts'
import { text } from '../text.ts'

/** Who has cards: a driver, known by a name, or a vehicle, known by its plate. There is no register of either. */
export const HOLDER_KINDS = ['driver', 'vehicle'] as const
export type HolderKind = (typeof HOLDER_KINDS)[number]

export const holderSchema = z.object({ kind: z.enum(HOLDER_KINDS), name: text().trim().min(1).max(100) })
export type Holder = z.infer<typeof holderSchema>

/** A name or plate in use, and how many cards have it. */
export const usedNameSchema = z.object({ name: z.string(), cards: z.int() })
export type UsedName = z.infer<typeof usedNameSchema>

/** A holder as the cards show it. */
export const holderFactsSchema = z.object({
  /** As most of its cards write it; as asked for if none does. */
  name: z.string(),
  cards: z.int(),
  active: z.int(),
  /** All ways in which its cards write it, such as capitals. */
  written: z.array(usedNameSchema),
  /** Names that a search takes for the same one. They may be other people's: nothing merges them. */
  similar: z.array(usedNameSchema),
})
export type HolderFacts = z.infer<typeof holderFactsSchema>

/** A card that a holder once had. */
export const pastCardSchema = z.object({
  cardId: z.string(),
  /** Null if it is not known when it was given: with the card's first import, as a rule. */
  since: timestampSchema.nullable(),
  until: timestampSchema,
  /** Who took it away. */
  by: auditEntrySchema.shape.actor,
  channel: z.string(),
})
export type PastCard = z.infer<typeof pastCardSchema>

export interface HolderHistory {
  docs: AuditEntry[]
  total: number
}

/** The filter that finds the holder's cards, and no others. */
export function cardsOfHolder({
  kind,
  name,
}: Holder): Pick<CardListInput, 'driverExactly'> | Pick<CardListInput, 'licensePlateExactly'> {
  return kind === 'driver' ? { driverExactly: name } : { licensePlateExactly: name }
}

/** Whether a card's driver or plate is this holder's. */
export function isSameHolder({ kind, name }: Holder, written: string): boolean {
  return kind === 'driver' ? textKey(written) === textKey(name.trim()) : compactKey(written) === compactKey(name)
}
