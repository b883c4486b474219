import type { ZodError } from 'zod'
import { unindexed } from '../../database/primitives.ts'
import { NOTHING_GIVEN, type BulkCommand, type BulkRow, type BulkSelection } from '../../domain/cards/bulk.ts'
import { activateInputSchema, updateInputSchema, type CardStatus } from '../../domain/card.ts'
import { MISSING, OWN_FIELDS } from '../../domain/cards/card-fields.ts'
import { defaultMessage, type ErrorDetail } from '../../domain/errors.ts'
import { invalidFields } from '../../domain/issue-fault.ts'
import { matchingRowNumbers } from '../cards/card-listing.ts'
import { arrivedReplacements } from '../cards/expiring-cards.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { withPairs } from './bulk-pairs.ts'
import type { OwnValues, Target } from './bulk-target.ts'

/** How a selection names a card: by ID, by row number, or by a row of a file. */
export type Reference = { cardId: string; replacesCardId?: string | undefined } | { cardSeq: number } | { row: BulkRow }

/** Takes some milliseconds of the reader thread, and far less of the main one. */
const READ_AT_ONCE = 500

/**
 * The cards that a selection names, in its order and each once, read on the reader thread. A second row for the same
 * card is refused: a person must decide which of the two counts. So is one that gives it another part in a hand-over,
 * which would turn out otherwise than the preview said, once the first is done.
 */
export async function* findTargets(
  core: EnvironmentCore,
  projectId: string,
  references: readonly Reference[],
  command: BulkCommand,
): AsyncGenerator<Target[]> {
  const projectKey = await core.findProjectKey(projectId)
  const seen = new Set<string>()
  for (let start = 0; start < references.length; start += READ_AT_ONCE) {
    const chunk = references.slice(start, start + READ_AT_ONCE)
    const cards = projectKey === null ? [] : await readCards(core, projectKey, chunk)
    const found = new Map(
      cards.flatMap((card) =>
        [card.id, `row ${card.seq}`, `number ${card.card_number}`].map((name) => [name, card] as const),
      ),
    )
    const named = chunk.flatMap((reference) => {
      const name = nameOf(reference)
      const card = found.get(name)
      const known = card?.id ?? name
      const repeated = seen.has(known)
      seen.add(known)
      if (repeated && !('row' in reference)) return []
      const replacedName = replacedBy(reference, command.type)
      // Of a hand-over, plate and driver are the replaced card's; to refuse what is not there takes long.
      const values = replacedName === null ? valuesFor(rowOf(reference), command) : { ...NOTHING, problem: null }
      const target = targetOf(reference, card, values, repeated)
      if (replacedName === null) return [{ target, replaced: null }]
      const id = found.get(replacedName)?.id ?? null
      const isTaken = id !== null && id !== known && seen.has(id)
      if (id !== null) seen.add(id)
      return [{ target, replaced: repeated ? null : { id, isTaken, row: rowOf(reference) } }]
    })
    yield await withPairs(core, projectId, named)
  }
}

/** The cards that a selection names; a query is run now. */
export async function referencesOf(
  core: EnvironmentCore,
  projectId: string,
  selection: BulkSelection,
): Promise<Reference[]> {
  switch (selection.kind) {
    case 'cards':
      return selection.cardIds.map((cardId) => ({ cardId }))
    case 'rows':
      return selection.rows.map((row) => ({ row }))
    case 'query': {
      const numbers = await matchingRowNumbers(core, projectId, {
        ...selection.query,
        page: 1,
        limit: 1,
        sortField: 'id',
        sortDirection: 'asc',
      })
      return numbers.map((cardSeq) => ({ cardSeq }))
    }
    case 'arrived':
      return arrivedReplacements(core, projectId, selection)
  }
}

interface FoundCard {
  seq: number
  id: string
  card_number: string
  status: CardStatus
  license_plate: string | null
  driver: string | null
  internal_reference: string | null
  cost_centre: string | null
  notes: string | null
}

function nameOf(reference: Reference): string {
  if ('cardId' in reference) return reference.cardId
  return 'cardSeq' in reference ? `row ${reference.cardSeq}` : `number ${reference.row.cardNumber}`
}

function rowOf(reference: Reference): BulkRow | null {
  return 'row' in reference ? reference.row : null
}

/** The name of the card whose place is taken, if it was found. */
function replacedBy(reference: Reference, command: BulkCommand['type']): string | null {
  if (command !== 'activate') return null
  const number = rowOf(reference)?.replacesCardNumber ?? ''
  if (number !== '') return `number ${number}`
  return 'cardId' in reference ? (reference.replacesCardId ?? null) : null
}

async function readCards(
  core: EnvironmentCore,
  projectKey: number,
  references: readonly Reference[],
): Promise<FoundCard[]> {
  const ids = references.flatMap((reference) =>
    'cardId' in reference ? [reference.cardId, reference.replacesCardId ?? []].flat() : [],
  )
  const seqs = references.flatMap((reference) => ('cardSeq' in reference ? [reference.cardSeq] : []))
  const numbers = references.flatMap((reference) =>
    'row' in reference ? [reference.row.cardNumber, reference.row.replacesCardNumber ?? []].flat() : [],
  )
  const cards = core.database.build
    .selectFrom('card')
    .select([
      'seq',
      'id',
      'card_number',
      'status',
      'license_plate',
      'driver',
      'internal_reference',
      'cost_centre',
      'notes',
    ])
  const read = (query: typeof cards) => core.database.reader.all<FoundCard>('bulk cards', query)
  // With its index, SQLite would walk all cards of the project to find a few.
  const mine = cards.where(unindexed<number>('project_key'), '=', projectKey)
  return [
    ...(ids.length > 0 ? await read(mine.where('id', 'in', ids)) : []),
    ...(seqs.length > 0 ? await read(mine.where('seq', 'in', seqs)) : []),
    ...(numbers.length > 0
      ? await read(cards.where('project_key', '=', projectKey).where('card_number', 'in', numbers))
      : []),
  ]
}

function targetOf(reference: Reference, card: FoundCard | undefined, values: Values, repeated: boolean): Target {
  const row = rowOf(reference)
  const invalid = repeated ? `The card ${row?.cardNumber ?? ''} is named more than once` : values.problem
  const missing =
    card === undefined
      ? ({ code: 'error.card_not_found', message: defaultMessage('error.card_not_found') } as const)
      : null
  return {
    cardId: card?.id ?? ('cardId' in reference ? reference.cardId : null),
    cardNumber: card?.card_number ?? row?.cardNumber ?? null,
    status: card?.status ?? null,
    licensePlate: values.licensePlate,
    driver: values.driver,
    own: values.own,
    present:
      card === undefined
        ? null
        : {
            licensePlate: card.license_plate,
            driver: card.driver,
            internalReference: card.internal_reference,
            costCentre: card.cost_centre,
            notes: card.notes,
          },
    replaces: null,
    refusal: missing ?? (invalid === null ? null : { code: 'error.validation', message: invalid }),
  }
}

interface Values {
  licensePlate: string | null
  driver: string | null
  own: OwnValues
  problem: string | null
}

const NOTHING = { licensePlate: null, driver: null, own: {} } as const

/** A row's values, and what every card gets, validated for the command; an empty cell counts as missing. */
function valuesFor(row: BulkRow | null, command: BulkCommand): Values {
  if (command.type === 'enable' || command.type === 'disable') return { ...NOTHING, problem: null }
  // What is handed over comes from the card that is replaced.
  if (row === null && command.type === 'activate') return { ...NOTHING, problem: null }
  const given = { licensePlate: filled(row?.licensePlate), driver: filled(row?.driver) }
  if (command.type === 'activate') {
    const judged = activateInputSchema.safeParse(given)
    return judged.success
      ? { ...NOTHING, ...judged.data, problem: null }
      : { ...NOTHING, problem: problemOf(judged.error) }
  }
  const own = Object.fromEntries(
    OWN_FIELDS.flatMap((field) => {
      const value = filled(row?.[field]) ?? command[field]
      return value === undefined ? [] : [[field, value] as const]
    }),
  )
  const judged = updateInputSchema.safeParse({ ...given, ...own })
  if (!judged.success) return { ...NOTHING, problem: problemOf(judged.error) }
  const { licensePlate = null, driver = null, ...fields } = judged.data
  const set = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  return {
    licensePlate,
    driver,
    own: Object.fromEntries(set),
    problem: licensePlate === null && driver === null && set.length === 0 ? NOTHING_GIVEN : null,
  }
}

function problemOf(error: ZodError): string {
  return invalidFields(error).map(complaint).join('; ')
}

function complaint({ field, message }: ErrorDetail): string {
  return Object.values<string>(MISSING).includes(message) ? message : `${field}: ${message}`
}

function filled(cell: string | null | undefined): string | undefined {
  return cell === null || cell === undefined || cell.trim() === '' ? undefined : cell
}
