import { ServiceError, type ErrorCode } from '../errors.ts'

/** Why a card's state does not allow a command, for programs. */
export const CARD_REFUSALS = [
  'card_not_activated',
  'card_already_active',
  'card_already_enabled',
  'card_already_disabled',
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

/** The refusal as every adapter returns it. */
export function cardRefusal(command: CommandName, reason: CardRefusal): ServiceError {
  return new ServiceError(codeOfRefusal(reason), MESSAGES[command][reason], { reason })
}

export function codeOfRefusal(reason: CardRefusal): ErrorCode {
  return reason === 'card_already_active' ? 'error.card_already_active' : 'error.bad_request'
}

export function isCardRefusal(text: string): text is CardRefusal {
  return CARD_REFUSALS.some((reason) => reason === text)
}
