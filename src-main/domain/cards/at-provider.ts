import { z } from 'zod'
import { CARD_STATUSES, cardSchema, type Card, type CardCommand, type CardStatus } from '../card.ts'

/**
 * What a card is at its provider, as far as is known. A card's own status is what we asked for; the provider decides
 * whether it buys fuel.
 */
const atProviderSchema = z.object({
  /** The status there; with `unsure`, the one before a change that the provider may or may not have made. */
  status: z.enum(CARD_STATUSES),
  /** `waiting`: until the change under way arrives. `gone`: as last reported. */
  certainty: z.enum(['sure', 'waiting', 'unsure', 'gone']),
})
export type AtProvider = z.infer<typeof atProviderSchema>

/** A card as the app and the command line show it. */
export const shownCardSchema = cardSchema.extend({ atProvider: atProviderSchema })
export type ShownCard = z.infer<typeof shownCardSchema>

/** What the service knows about a card that is out of step with its provider. */
export const providerFactsSchema = z.object({
  /** The status the provider reported in contradiction to ours. */
  reported: z.enum(CARD_STATUSES).nullable(),
  /** Whether a complete list no longer names it. */
  gone: z.boolean(),
  /** The open changes, in their order. */
  pushes: z.array(
    z.object({
      action: z.enum(['activate', 'update', 'enable', 'disable']),
      state: z.string(),
      failure: z.enum(['refused', 'given_up', 'restored']).nullable(),
    }),
  ),
})
export type ProviderFacts = z.infer<typeof providerFactsSchema>

/** A card's status at the provider before this change. */
const BEFORE: Record<CardCommand['type'], CardStatus | null> = {
  activate: 'new',
  enable: 'inactive',
  disable: 'active',
  update: null,
}

/**
 * What a card truly is at its provider: the status last reported, or the one it must have had before the first change
 * the provider has not confirmed.
 *
 * @param facts null for a card in sync, and in a sandbox
 */
export function atProvider({ status }: Pick<Card, 'status'>, facts: ProviderFacts | null): AtProvider {
  if (facts === null) return { status, certainty: 'sure' }
  if (facts.gone) return { status, certainty: 'gone' }
  if (facts.reported !== null) return { status: facts.reported, certainty: 'sure' }
  const before = facts.pushes.map(({ action }) => BEFORE[action]).find((one) => one !== null) ?? status
  const failure = facts.pushes[0]?.failure ?? null
  if (failure === 'refused') return { status: before, certainty: 'sure' }
  if (failure !== null) return { status: before, certainty: 'unsure' }
  return { status: before, certainty: facts.pushes.length === 0 ? 'sure' : 'waiting' }
}

export const PROVIDER_CLAIMS = [
  'still_active',
  'still_inactive',
  'still_new',
  'perhaps_active',
  'perhaps_inactive',
  'perhaps_new',
  'gone',
] as const
export type ProviderClaim = (typeof PROVIDER_CLAIMS)[number]

/**
 * What holds at the provider if a card's status does not; null if the status is true, or a change is on its way. Shown
 * in place of the status wherever a card is seen.
 */
export function claimOf({
  status,
  atProvider: { status: theirs, certainty },
}: Pick<ShownCard, 'status' | 'atProvider'>): ProviderClaim | null {
  if (certainty === 'gone') return 'gone'
  if (certainty === 'waiting' || theirs === status) return null
  return `${certainty === 'sure' ? 'still' : 'perhaps'}_${theirs}`
}

/** For the command line and exports. */
export const CLAIM_WORDS: Record<ProviderClaim, string> = {
  still_active: 'still active at the provider',
  still_inactive: 'still inactive at the provider',
  still_new: 'not activated at the provider',
  perhaps_active: 'perhaps still active at the provider',
  perhaps_inactive: 'perhaps still inactive at the provider',
  perhaps_new: 'perhaps not activated at the provider',
  gone: 'no longer at the provider',
}
