import { extname } from 'node:path'
import type { CardListInput } from '../../domain/cards/card-list.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { matchingRowNumbers } from './card-listing.ts'
import { PROVIDER_FACTS } from '../../database/primitives.ts'
import { withFacts } from '../ledger/provider-facts.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import { EXPORT_COLUMNS, type ExportedCard } from './export-columns.ts'
import { writeCsv, writeXlsx } from './files/write-table.ts'
import type { ProgressOptions } from '../kernel/progress-options.ts'

interface ExportTarget {
  file: string
  delimiter: ',' | ';'
  /** The IDs of the cards to write; all matches by default. */
  only?: ReadonlySet<string> | undefined
}

export interface CardExport {
  /**
   * Writes the matching cards, or the named ones among them, in the given order to a `.csv` or `.xlsx` file. An
   * existing file is replaced only once the new one is complete.
   *
   * @throws ServiceError `error.validation` for another extension, or if the file cannot be written
   */
  toFile(
    projectId: string,
    input: CardListInput,
    target: ExportTarget,
    options?: ProgressOptions,
  ): Promise<{ file: string; cards: number }>
}

const ROWS_AT_ONCE = 500

export function createCardExport(core: EnvironmentCore): CardExport {
  async function* matching(
    projectId: string,
    input: CardListInput,
    options: ProgressOptions,
  ): AsyncGenerator<ExportedCard> {
    const numbers = await matchingRowNumbers(core, projectId, input)
    for (let start = 0; start < numbers.length; start += ROWS_AT_ONCE) {
      if (options.signal?.aborted === true) throw new ServiceError('error.unavailable', 'The export was stopped')
      const chunk = numbers.slice(start, start + ROWS_AT_ONCE)
      const query = core.database.build
        .selectFrom('card')
        .select([...CARD_COLUMNS, 'seq', PROVIDER_FACTS.as('facts')])
        .select(({ selectFrom }) =>
          selectFrom('card as replaced')
            .select('replaced.card_number')
            .whereRef('replaced.id', '=', 'card.replaces_card_id')
            .as('replaced_number'),
        )
        .where('seq', 'in', chunk)
      const rows = new Map((await core.database.reader.all('export cards', query)).map((row) => [row.seq, row]))
      for (const seq of chunk) {
        // A card may have been removed meanwhile.
        const row = rows.get(seq)
        if (row !== undefined)
          yield {
            ...withFacts(cardOf(row, projectId, core.name), row.facts),
            replacesCardNumber: row.replaced_number,
          }
      }
      options.onProgress?.({ done: Math.min(start + ROWS_AT_ONCE, numbers.length), total: numbers.length })
    }
  }
  return {
    toFile: async (projectId, input, target, options = {}) => {
      let cards = 0
      const rows = async function* (): AsyncGenerator<string[]> {
        for await (const card of matching(projectId, input, options)) {
          if (target.only !== undefined && !target.only.has(card.id)) continue
          cards += 1
          yield EXPORT_COLUMNS.map(([, read]) => read(card))
        }
      }
      const header = EXPORT_COLUMNS.map(([name]) => name)
      const ending = extname(target.file).toLowerCase()
      if (ending !== '.csv' && ending !== '.xlsx')
        throw validationError([{ field: 'file', message: 'The file must end in .csv or .xlsx' }])
      try {
        if (ending === '.csv') await writeCsv(target.file, header, rows(), { delimiter: target.delimiter })
        else await writeXlsx(target.file, header, rows())
      } catch (error) {
        if (error instanceof Error && 'code' in error && !(error instanceof ServiceError))
          throw validationError([
            {
              field: 'file',
              message: `The file cannot be written: ${error.message}`,
              problem: { code: 'file_unwritable' },
            },
          ])
        throw error
      }
      return { file: target.file, cards }
    },
  }
}
