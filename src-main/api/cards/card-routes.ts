import { z } from 'zod'
import {
  activateInputSchema,
  cardSchema,
  switchInputSchema,
  updateInputSchema,
  type AUTHORIZATIONS,
  type Card,
} from '../../domain/card.ts'
import { movedUntilSchema, plannedChangeSchema } from '../../domain/cards/planned-change.ts'
import { EXAMPLE_CARD } from '../../domain/cards/example-card.ts'
import { commandRoute } from '../command-route.ts'
import { queryRoute } from '../query-route.ts'
import { uuidParameter } from '../route.ts'
import { cardListInput, cardListQuerySchema } from './card-list-query.ts'

const CARDS = '/projects/{projectId}/cards'
const CARD = `${CARDS}/{cardId}`

const cardParameters = z.object({ cardId: uuidParameter('The card’s ID') })

const cardPageSchema = z
  .object({
    docs: z.array(cardSchema),
    total: z.int().min(0).meta({ description: 'Number of all matching cards' }),
  })
  .meta({ id: 'CardPage' })

const authorizations = { authGasoline: true, authDiesel: true, authLpg: true, authHeatingOil: true } as const
/** Exactly the fields that the hosted service gives, in its order. */
const activatedCardSchema = cardSchema
  .pick({ id: true, cardNumber: true, status: true, licensePlate: true, driver: true, ...authorizations })
  .meta({ id: 'ActivatedCard' })
const movePlannedSchema = z
  .object({ until: movedUntilSchema, note: switchInputSchema.shape.note })
  .meta({ id: 'MovePlannedChange' })
const handOverSchema = z
  .object({
    replacesCardId: z.uuid().nullish().meta({
      description: 'The card in use until now. Without it, the one that this card names as its `replacesCardId`',
    }),
  })
  .meta({ id: 'HandOver' })
const switchedCardSchema = activatedCardSchema
  .extend(cardSchema.pick({ syncStatus: true, updatedAt: true }).shape)
  .extend({ plannedChange: plannedChangeSchema.optional().meta({ description: 'Only if `until` was given' }) })
  .meta({ id: 'SwitchedCard' })

export const cardRoutes = [
  queryRoute({
    path: CARDS,
    operationId: 'listCards',
    tag: 'Cards',
    summary: 'List cards',
    description:
      'A page of the project’s cards. Together, the pages contain every card exactly once: ties are broken by ID.',
    query: cardListQuerySchema,
    success: {
      status: 200,
      description: 'A page of cards',
      schema: cardPageSchema,
      example: { docs: [EXAMPLE_CARD], total: 1 },
    },
    version: ({ environment }) => environment.cards.version(),
    read: ({ key, environment, query }) => environment.cards.list(key.projectId, cardListInput(query)),
  }),
  queryRoute({
    path: CARD,
    operationId: 'getCard',
    tag: 'Cards',
    summary: 'Get a card',
    parameters: cardParameters,
    success: { status: 200, description: 'The card', schema: cardSchema, example: EXAMPLE_CARD },
    refusals: ['error.card_not_found'],
    version: ({ environment }) => environment.cards.version(),
    read: ({ key, environment, parameters }) => environment.cards.get(key.projectId, parameters.cardId),
  }),
  commandRoute({
    method: 'patch',
    locksRows: true,
    path: CARD,
    operationId: 'updateCard',
    tag: 'Cards',
    summary: 'Change licence plate, driver, reference, cost centre or notes',
    description:
      'For a typo or a reassigned vehicle; only the given fields change. Activate a new card before you change its plate and driver. Reference, cost centre and notes are the fleet’s own: set them in any state, or clear them with null.',
    parameters: cardParameters,
    body: updateInputSchema,
    success: { status: 200, description: 'The changed card', schema: cardSchema, example: EXAMPLE_CARD },
    refusals: ['error.card_not_found', 'error.bad_request'],
    change: ({ key, environment, parameters, body, context }, transaction) =>
      environment.cards.commandWithin(
        transaction,
        key.projectId,
        parameters.cardId,
        { type: 'update', ...body },
        context,
      ),
  }),
  commandRoute({
    method: 'post',
    locksRows: true,
    path: `${CARD}/activate`,
    operationId: 'activateCard',
    tag: 'Cards',
    summary: 'Activate a new card',
    description:
      'Stores the licence plate and driver and authorizes all four fuels. In production the change is sent to the provider in the background.',
    parameters: cardParameters,
    body: activateInputSchema,
    success: {
      status: 200,
      description: 'The activated card',
      schema: activatedCardSchema,
      example: activatedOf(EXAMPLE_CARD),
    },
    refusals: ['error.card_not_found', 'error.card_already_active'],
    change: async ({ key, environment, parameters, body, context }, transaction) =>
      activatedOf(
        await environment.cards.commandWithin(
          transaction,
          key.projectId,
          parameters.cardId,
          { type: 'activate', ...body },
          context,
        ),
      ),
  }),
  commandRoute({
    method: 'post',
    locksRows: true,
    path: `${CARD}/hand-over`,
    operationId: 'handOverCard',
    tag: 'Cards',
    summary: 'Hand over to a replacement',
    description:
      'Activates this card with the licence plate, driver and reference of the card that it replaces, and disables that one with the reason `replaced`: both or neither. Handing over twice changes nothing.',
    parameters: cardParameters,
    body: handOverSchema,
    bodyOptional: true,
    success: {
      status: 200,
      description: 'The card that is in use now; `replacesCardId` is the one that it replaces',
      schema: cardSchema,
      example: { ...EXAMPLE_CARD, replacesCardId: '0197b4a2-6c1e-7000-8000-00015f3a9c3f' },
    },
    refusals: ['error.card_not_found', 'error.bad_request'],
    change: async ({ key, environment, parameters, body, context }, transaction) =>
      (
        await environment.cards.handOverWithin(
          transaction,
          key.projectId,
          { cardId: parameters.cardId, replacesCardId: body.replacesCardId ?? undefined },
          context,
        )
      ).card,
  }),
  commandRoute({
    method: 'post',
    locksRows: true,
    path: `${CARD}/enable`,
    operationId: 'enableCard',
    tag: 'Cards',
    summary: 'Enable an inactive card',
    description:
      'Authorizes all four fuels again; the card’s reason is cleared. With `until`, the card is disabled again then, for the reason it had.',
    parameters: cardParameters,
    body: switchInputSchema,
    bodyOptional: true,
    success: {
      status: 200,
      description: 'The enabled card',
      schema: switchedCardSchema,
      example: switchedOf(EXAMPLE_CARD),
    },
    refusals: ['error.card_not_found', 'error.bad_request'],
    change: async ({ key, environment, parameters, body, context }, transaction) =>
      switchedOf(
        await environment.cards.commandWithin(
          transaction,
          key.projectId,
          parameters.cardId,
          { type: 'enable', reason: body.reason, until: body.until },
          { ...context, reason: body.note ?? undefined },
        ),
      ),
  }),
  commandRoute({
    method: 'post',
    locksRows: true,
    path: `${CARD}/disable`,
    operationId: 'disableCard',
    tag: 'Cards',
    summary: 'Disable an active card',
    description:
      'Withdraws all four fuel authorizations. A reason stays on the card while it is disabled, and is part of `card.disabled`; the note is for the audit log alone. With `until`, the card is enabled again then, by itself: fuel flows.',
    parameters: cardParameters,
    body: switchInputSchema,
    bodyOptional: true,
    success: {
      status: 200,
      description: 'The disabled card',
      schema: switchedCardSchema,
      example: switchedOf({ ...EXAMPLE_CARD, status: 'inactive', ...switchedOff() }),
    },
    refusals: ['error.card_not_found', 'error.bad_request'],
    change: async ({ key, environment, parameters, body, context }, transaction) =>
      switchedOf(
        await environment.cards.commandWithin(
          transaction,
          key.projectId,
          parameters.cardId,
          { type: 'disable', reason: body.reason, until: body.until },
          { ...context, reason: body.note ?? undefined },
        ),
      ),
  }),
  commandRoute({
    method: 'patch',
    locksRows: true,
    path: `${CARD}/planned-change`,
    operationId: 'movePlannedChange',
    tag: 'Cards',
    summary: 'Let what is planned for a card happen at another time',
    description: 'Refused if nothing is planned, or if it has been carried out meanwhile.',
    parameters: cardParameters,
    body: movePlannedSchema,
    success: {
      status: 200,
      description: 'The card with what is planned now',
      schema: cardSchema,
      example: {
        ...EXAMPLE_CARD,
        status: 'inactive',
        ...switchedOff(),
        plannedChange: { action: 'enable', at: '2027-01-31T17:00:00.000Z', held: false },
      },
    },
    refusals: ['error.card_not_found', 'error.bad_request'],
    change: ({ key, environment, parameters, body, context }, transaction) =>
      environment.planned.moveWithin(transaction, key.projectId, parameters.cardId, body.until, {
        ...context,
        reason: body.note ?? undefined,
      }),
  }),
  commandRoute({
    method: 'delete',
    locksRows: true,
    path: `${CARD}/planned-change`,
    operationId: 'cancelPlannedChange',
    tag: 'Cards',
    summary: 'Cancel what is planned for a card',
    description: 'The card stays as it is. Refused if nothing is planned, or if it has been carried out meanwhile.',
    parameters: cardParameters,
    success: { status: 204, description: 'Nothing is planned any more', schema: null },
    refusals: ['error.card_not_found', 'error.bad_request'],
    change: async ({ key, environment, parameters, context }, transaction) => {
      await environment.planned.cancelWithin(transaction, key.projectId, parameters.cardId, context)
      return undefined
    },
  }),
]

function activatedOf(card: Card): z.output<typeof activatedCardSchema> {
  const { id, cardNumber, status, licensePlate, driver, authGasoline, authDiesel, authLpg, authHeatingOil } = card
  return { id, cardNumber, status, licensePlate, driver, authGasoline, authDiesel, authLpg, authHeatingOil }
}

function switchedOf(card: Card): z.output<typeof switchedCardSchema> {
  return {
    ...activatedOf(card),
    syncStatus: card.syncStatus,
    updatedAt: card.updatedAt,
    ...(card.plannedChange === null ? {} : { plannedChange: card.plannedChange }),
  }
}

function switchedOff(): Pick<Card, (typeof AUTHORIZATIONS)[number]> {
  return { authGasoline: false, authDiesel: false, authLpg: false, authHeatingOil: false }
}
