import type { PortalCard, PortalChangeBody, PortalErrorBody } from '../domain/sync/portal-protocol.ts'

export type Judgement = { ok: true; card: PortalCard; effective: boolean } | { ok: false; refusal: PortalErrorBody }

/**
 * What a change does to a card at this portal. A change to a state the card is already in succeeds without effect, as
 * with most providers.
 */
export function judgeChange(card: PortalCard, change: PortalChangeBody, at: string): Judgement {
  const changed = changedCard(card, change)
  if (changed === null) return refuse('card_not_activated', 'The card was never activated')
  const effective =
    FIELDS.some((field) => changed[field] !== card[field]) ||
    Object.values(changed.authorizations).join() !== Object.values(card.authorizations).join()
  if (effective && change.action === 'activate' && card.status !== 'new')
    return refuse('card_already_activated', 'The card was activated before, with another plate or driver')
  return { ok: true, card: effective ? { ...changed, updatedAt: at } : card, effective }
}

const FIELDS = ['status', 'licensePlate', 'driver'] as const

function changedCard(card: PortalCard, { action, ...named }: PortalChangeBody): PortalCard | null {
  const licensePlate = named.licensePlate ?? card.licensePlate
  const driver = named.driver ?? card.driver
  if (action === 'activate') return { ...card, status: 'active', licensePlate, driver, authorizations: allFour(true) }
  if (card.status === 'new') return null
  if (action === 'update') return { ...card, licensePlate, driver }
  return { ...card, status: action === 'enable' ? 'active' : 'inactive', authorizations: allFour(action === 'enable') }
}

function allFour(on: boolean): PortalCard['authorizations'] {
  return { gasoline: on, diesel: on, lpg: on, heatingOil: on }
}

function refuse(code: string, message: string): Judgement {
  return { ok: false, refusal: { code, message } }
}
