import type { Card } from '../card.ts'

/** The made-up card of every example: in the reference, the event catalogue and simulations without a card. */
export const EXAMPLE_CARD: Card = {
  id: '0197b4a2-6c1e-7000-8000-00015f3a9c42',
  projectId: '0b54e2c4-9f0b-4b6e-8f53-6f3c1a2d7e90',
  cardNumber: '782521009000153701',
  providerCardId: 'PC-0042',
  environment: 'sandbox',
  status: 'active',
  licensePlate: 'B-XY 12',
  driver: 'Mara Lindqvist',
  expirationDate: '2027-12-31T00:00:00.000Z',
  authGasoline: true,
  authDiesel: true,
  authLpg: true,
  authHeatingOil: true,
  syncStatus: 'synced',
  syncErrorMessage: null,
  lastSyncedAt: '2026-03-02T09:15:27.481Z',
  reason: null,
  plannedChange: null,
  internalReference: 'FL-2025-0042',
  costCentre: '4711 Sales North',
  notes: null,
  replacesCardId: null,
  createdAt: '2025-11-18T07:02:11.090Z',
  updatedAt: '2026-03-02T09:15:27.481Z',
}
