import { MAXIMUM_NAMED_CARDS, type BulkCommand, type BulkRequest, type BulkRow } from '../../domain/cards/bulk.ts'
import { validationError } from '../../domain/errors.ts'
import { asRefusal, openCardFile, type CardFile } from '../cards/files/open-card-file.ts'
import { parseCardNumber } from '../cards/files/row-values.ts'

/** Overlong cells are cut here and refused later. */
const KEPT_CHARACTERS = 200
const KEPT_OF_OWN = 2_000

/**
 * Reads the cards that a file names for a bulk command, with the same columns as an import.
 *
 * @throws ServiceError `error.validation` if the file cannot be read, or names no card or too many
 */
export async function requestOfFile(
  input: CardFile,
  command: BulkCommand,
  signal: AbortSignal | undefined,
): Promise<BulkRequest> {
  const { table, columns } = await openCardFile(input, signal)
  const rows: BulkRow[] = []
  const cell = (cells: readonly string[], index: number | undefined, kept = KEPT_CHARACTERS) =>
    index === undefined ? null : (cells[index] ?? '').slice(0, kept)
  try {
    for await (const { cells } of table.rows) {
      if (rows.length === MAXIMUM_NAMED_CARDS)
        throw validationError([
          {
            field: 'file',
            message: `A bulk command takes at most ${MAXIMUM_NAMED_CARDS.toLocaleString('en')} rows`,
            problem: { code: 'file_too_many_rows', maximum: MAXIMUM_NAMED_CARDS },
          },
        ])
      rows.push({
        cardNumber: cardNumberOf(cell(cells, columns.cardNumber) ?? ''),
        licensePlate: cell(cells, columns.licensePlate),
        driver: cell(cells, columns.driver),
        internalReference: cell(cells, columns.internalReference, KEPT_OF_OWN),
        costCentre: cell(cells, columns.costCentre, KEPT_OF_OWN),
        notes: cell(cells, columns.notes, KEPT_OF_OWN),
        replacesCardNumber: cardNumberOf(cell(cells, columns.replacesCardNumber) ?? ''),
      })
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (rows.length === 0)
    throw validationError([
      { field: 'file', message: 'The file names no card', problem: { code: 'file_names_no_card' } },
    ])
  return { selection: { kind: 'rows', rows }, command }
}

/** Text that is not a card number stays as it is, and is later refused as an unknown card. */
function cardNumberOf(text: string): string {
  const parsed = parseCardNumber(text)
  return parsed.ok ? parsed.value : text.trim()
}
