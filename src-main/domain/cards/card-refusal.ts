import { ServiceError, type ErrorCode } from '../errors.ts'

/** Why a card's state does not allow a command, for programs. */
export const CARD_REFUSALS = [
  'card_not_activated',
  'card_already_active',
  'card_already_enabled',
  'card_already_disabled',
  'replaced_card_not_active',
  'replaced_card_incomplete',
  'replacement_in_use',
  'replaces_another_card',
  'replaces_nothing',
  'replaces_itself',
  'nothing_planned',
] as const
export type CardRefusal = (typeof CARD_REFUSALS)[number]

type CommandName = 'activate' | 'enable' | 'disable' | 'update'
type Status = 'new' | 'active' | 'inactive'

const REFUSALS: Record<CommandName, Record<Status, CardRefusal | null>> = {
  activate: { new: null, active: 'card_already_active', inactive: 'card_already_active' },
  enable: { new: 'card_not_activated', active: 'card_already_enabled', inactive: null },
  disable: { new: 'card_not_activated', active: null, inactive: 'card_already_disabled' },
  update: { new: 'card_not_activated', active: null, inactive: null },
}

/** Why a card in this status refuses the command, or null if it may run; previews and buttons use it too. */
export function refusalOf(status: Status, command: CommandName): CardRefusal | null {
  return REFUSALS[command][status]
}

/** Codes and messages are those of the hosted service, whose integrations match them. */
const MESSAGES: Record<CommandName, Partial<Record<CardRefusal, string>>> = {
  activate: { card_already_active: 'Card is already activated' },
  enable: {
    card_not_activated: 'Card must be activated before enabling',
    card_already_enabled: 'Card is already enabled',
  },
  disable: { card_not_activated: 'Card is not active', card_already_disabled: 'Card is already disabled' },
  update: { card_not_activated: 'Card must be activated before it is changed' },
}

/** Why a hand-over is refused: it is about two cards, whatever their commands say. */
const HAND_OVER_MESSAGES = {
  replaced_card_not_active: 'The old card is not active, so there is nothing to hand over',
  replaced_card_incomplete: 'The old card has no licence plate or no driver; activate the new card with both instead',
  replacement_in_use: 'The new card is in use already, or was disabled for a reason',
  replaces_another_card: 'The new card takes the place of another card',
  replaces_nothing: 'The new card names no card whose place it takes',
  replaces_itself: 'A card cannot take its own place',
} as const satisfies Partial<Record<CardRefusal, string>>
export type HandOverRefusal = keyof typeof HAND_OVER_MESSAGES

export function handOverRefusal(reason: HandOverRefusal): ServiceError {
  return new ServiceError('error.bad_request', HAND_OVER_MESSAGES[reason], { reason })
}

/** The refusal as every adapter returns it. */
export function cardRefusal(command: CommandName, reason: CardRefusal): ServiceError {
  return new ServiceError(codeOfRefusal(reason), MESSAGES[command][reason], { reason })
}

/** When a plan is cancelled or confirmed that was carried out, cancelled or overtaken meanwhile. */
export function nothingPlanned(): ServiceError {
  return new ServiceError('error.bad_request', 'Nothing is planned for this card', { reason: 'nothing_planned' })
}

export function codeOfRefusal(reason: CardRefusal): ErrorCode {
  return reason === 'card_already_active' ? 'error.card_already_active' : 'error.bad_request'
}

export function isCardRefusal(text: string): text is CardRefusal {
  return CARD_REFUSALS.some((reason) => reason === text)
}
