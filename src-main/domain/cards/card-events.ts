import type { Card } from '../card.ts'

/** The card data of an event body, in snake_case as the hosted service sends it. */
export function cardEventData(card: Card): Record<string, unknown> {
  return {
    card_id: card.id,
    card_number: card.cardNumber,
    license_plate: card.licensePlate,
    driver: card.driver,
    status: card.status,
    auth_gasoline: card.authGasoline,
    auth_diesel: card.authDiesel,
    auth_lpg: card.authLpg,
    auth_heating_oil: card.authHeatingOil,
    sync_status: card.syncStatus,
    environment: card.environment,
    project_id: card.projectId,
    internal_reference: card.internalReference,
    cost_centre: card.costCentre,
    reason: card.reason,
    replaces_card_id: card.replacesCardId,
  }
}
