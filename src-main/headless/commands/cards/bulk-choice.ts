import type { ProjectScope } from '../../../domain/environment-name.ts'
import {
  givesAll,
  type BulkCommand,
  type BulkJob,
  type BulkPreview,
  type BulkRequest,
} from '../../../domain/cards/bulk.ts'
import { parseUuid } from '../../../domain/uuid.ts'
import { withUploaded } from '../../hand-over.ts'
import type { Work } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { queryOf, type FilterOptions } from './card-filters.ts'

/** The options that select a bulk command's cards. */
export interface Choice extends FilterOptions {
  card?: string[]
  all?: boolean
  file?: string
  /** The days on which the cards end whose replacements are meant. */
  arrived?: { from: string; before: string }
  map?: string
  sheet?: string
}

/** What can be done with the chosen cards. */
export interface Chosen {
  preview(): Promise<BulkPreview>
  start(reason: string | undefined): Promise<BulkJob>
}

/**
 * Resolves a choice and works with the chosen cards.
 *
 * @throws UsageError unless the cards were chosen in exactly one way
 */
export async function withChosen<Result>(
  work: Work,
  scope: ProjectScope,
  choice: Choice,
  command: BulkCommand,
  use: (chosen: Chosen) => Promise<Result>,
): Promise<Result> {
  const { sortField: _field, sortDirection: _direction, ...query } = queryOf(choice)
  const filtered = Object.values(query).some((value) => value !== undefined)
  const ways = [
    choice.card !== undefined,
    filtered || choice.all === true,
    choice.file !== undefined,
    choice.arrived !== undefined,
  ].filter(Boolean).length
  if (ways !== 1)
    throw new UsageError(
      `Say which cards in one way: ${rowsNeeded(command) ? '--file FILE' : '--card CARD…, filters, --all, or --file FILE'}`,
    )
  if (filtered && choice.all === true) throw new UsageError('Use either --all or filters, not both')
  const { file, map, sheet } = choice
  // A start after a preview is refused if other cards would be affected by now.
  let previewed: string | undefined
  const noted = (preview: BulkPreview) => {
    previewed = preview.choice
    return preview
  }
  if (file !== undefined) {
    return withUploaded(work, file, (uploadId) => {
      const input = { ...scope, uploadId, map, sheet, command }
      return use({
        preview: async () => noted(await work.call('bulk.previewFile', input)),
        start: () => work.call('bulk.startFile', { ...input, choice: previewed }),
      })
    })
  }
  if (rowsNeeded(command) && choice.arrived === undefined)
    throw new UsageError(
      command.type === 'update'
        ? 'Say what changes: --file FILE, or --set-cost-centre, --set-reference or --set-notes'
        : `Plates and drivers of "${command.type}" come from a file: --file FILE`,
    )
  const request: BulkRequest = { selection: selectionOf(choice, query), command }
  return use({
    preview: async () => noted(await work.call('bulk.preview', { ...scope, request })),
    start: (reason) => work.call('bulk.start', { ...scope, request, reason, choice: previewed }),
  })
}

function selectionOf(
  { card, arrived }: Choice,
  query: Extract<BulkRequest['selection'], { kind: 'query' }>['query'],
): BulkRequest['selection'] {
  if (arrived !== undefined) return { kind: 'arrived', ...arrived }
  return card === undefined ? { kind: 'query', query } : named(card)
}

function rowsNeeded(command: BulkCommand): boolean {
  return command.type === 'activate' || (command.type === 'update' && !givesAll(command))
}

/** Cards by their ids, or by their numbers. */
function named(cards: readonly string[]): BulkRequest['selection'] {
  const ids = cards.flatMap((card) => parseUuid(card) ?? [])
  if (ids.length === cards.length) return { kind: 'cards', cardIds: ids }
  if (ids.length > 0) throw new UsageError('Name the cards either all by ID or all by number')
  return { kind: 'rows', rows: cards.map((card) => ({ cardNumber: card.replaceAll(/[\s-]/g, '') })) }
}
