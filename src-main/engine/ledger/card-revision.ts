import type { Card, CardCommand } from '../../domain/card.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'

/**
 * Stores what undoing a command needs. Call after the card itself is written, because it copies the new revision.
 *
 * @param partnerId the other card of a hand-over, which is undone together
 */
export async function rememberCommand(
  transaction: EnvironmentTransaction,
  before: Card,
  command: CardCommand['type'],
  at: Date,
  partnerId: string | null = null,
): Promise<void> {
  const update = command === 'update'
  await transaction.run(writeLastCommand, {
    cardId: before.id,
    command,
    licensePlate: update ? before.licensePlate : null,
    driver: update ? before.driver : null,
    internalReference: update ? before.internalReference : null,
    costCentre: update ? before.costCentre : null,
    notes: update ? before.notes : null,
    reason: command === 'enable' ? before.reason : null,
    partnerId,
    at: at.toISOString(),
  })
}

const builder = queryBuilder<EnvironmentSchema>()

interface LastCommandValues {
  cardId: string
  command: CardCommand['type']
  licensePlate: string | null
  driver: string | null
  internalReference: string | null
  costCentre: string | null
  notes: string | null
  reason: CardReason | null
  partnerId: string | null
  at: string
}

const writeLastCommand = prepareQuery<LastCommandValues>()('write last command', (parameter) =>
  builder
    .insertInto('last_command')
    .columns([
      'card_seq',
      'revision',
      'command',
      'license_plate',
      'driver',
      'internal_reference',
      'cost_centre',
      'notes',
      'reason',
      'partner_id',
      'at',
    ])
    .expression((build) =>
      build
        .selectFrom('card')
        .select((value) => [
          'seq',
          'revision',
          value.val(parameter('command')).as('command'),
          value.val(parameter('licensePlate')).as('license_plate'),
          value.val(parameter('driver')).as('driver'),
          value.val(parameter('internalReference')).as('internal_reference'),
          value.val(parameter('costCentre')).as('cost_centre'),
          value.val(parameter('notes')).as('notes'),
          value.val(parameter('reason')).as('reason'),
          value.val(parameter('partnerId')).as('partner_id'),
          value.val(parameter('at')).as('at'),
        ])
        .where('id', '=', parameter('cardId')),
    )
    .onConflict((conflict) =>
      conflict.column('card_seq').doUpdateSet((set) => ({
        revision: set.ref('excluded.revision'),
        command: set.ref('excluded.command'),
        license_plate: set.ref('excluded.license_plate'),
        driver: set.ref('excluded.driver'),
        internal_reference: set.ref('excluded.internal_reference'),
        cost_centre: set.ref('excluded.cost_centre'),
        notes: set.ref('excluded.notes'),
        reason: set.ref('excluded.reason'),
        partner_id: set.ref('excluded.partner_id'),
        at: set.ref('excluded.at'),
      })),
    ),
)

export const revisionOf = prepareQuery<{ cardId: string }>()('revision of card', (parameter) =>
  builder.selectFrom('card').select('revision').where('id', '=', parameter('cardId')),
)

export const lastCommandOf = prepareQuery<{ cardId: string; projectKey: number }>()(
  'last command on card',
  (parameter) =>
    builder
      .selectFrom('last_command')
      .innerJoin('card', 'card.seq', 'last_command.card_seq')
      .select([
        'card.revision as card_revision',
        'last_command.revision',
        'command',
        'last_command.license_plate',
        'last_command.driver',
        'last_command.internal_reference',
        'last_command.cost_centre',
        'last_command.notes',
        'last_command.reason',
        'last_command.partner_id',
        'at',
      ])
      .where('card.id', '=', parameter('cardId'))
      .where('card.project_key', '=', parameter('projectKey')),
)

export const forgetLastCommand = prepareQuery<{ cardId: string }>()('forget last command', (parameter) =>
  builder
    .deleteFrom('last_command')
    .where('card_seq', 'in', builder.selectFrom('card').select('seq').where('id', '=', parameter('cardId'))),
)
