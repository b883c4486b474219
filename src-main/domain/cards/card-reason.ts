/** Why a card is disabled, for filters, events and files; whatever people add in their own words is the note. */
export const CARD_REASONS = [
  'lost',
  'stolen',
  'damaged',
  'returned',
  'vehicle_sold',
  'driver_left',
  'replaced',
  'other',
] as const
export type CardReason = (typeof CARD_REASONS)[number]

export function isCardReason(text: string | undefined): text is CardReason {
  return CARD_REASONS.some((reason) => reason === text)
}

/** What a person or program gives with a command: a code, a note, or both. */
interface GivenReason {
  reason?: string | null | undefined
  note?: string | null | undefined
}

/** Tells code and note apart: earlier versions had one text for both, which becomes the note unless it is a code. */
export function readReason({ reason, note }: GivenReason): { reason: CardReason | null; note: string | undefined } {
  const words = reason ?? undefined
  if (isCardReason(words)) return { reason: words, note: note ?? undefined }
  return { reason: null, note: note ?? (words === '' ? undefined : words) }
}
