import { englishOf } from '../../../domain/sync/import-refusal.ts'
import { lookAtFile } from '../../../engine/cards/files/look-at-file.ts'
import { parseMap } from '../../../engine/cards/files/open-card-file.ts'
import { writeCsv } from '../../../engine/cards/files/write-table.ts'
import type { FileMap } from '../../../engine/cards/files/columns.ts'
import { withRowLog } from '../../../engine/sync/import/row-log.ts'
import { ENGLISH, rowsTable } from '../../../engine/sync/import/rows-csv.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import type { Handlers } from '../handler.ts'
import { environmentOf } from '../environment-of.ts'
import { rowsOf, spoken } from './import-rows.ts'
import { withUpload } from './uploaded.ts'

export const importHandlers: Handlers<'imports'> = {
  'imports.look': async (input, scope) => {
    const said = input.map === undefined ? null : parseMap(input.map)
    return withUpload(input, scope, async ({ path }, { signal }) => {
      const known: { map: FileMap | null } = { map: said }
      const look = await lookAtFile(path, { sheet: input.sheet, map: said?.columns ?? {}, signal }, async (header) => {
        known.map ??= await scope.engine.columns.recall(input.projectId, header)
        return known.map?.columns ?? {}
      })
      const remembered = said === null && known.map !== null
      const { words = [], monthFirst = false } = known.map?.values ?? {}
      const offer = remembered ? null : await offerFor(look.headers)
      return { ...look, remembered, words: [...words], monthFirst, offer }
    })
  },

  'imports.run': async ({ map, sheet, apply, complete, acceptMissing, ...input }, scope) => {
    const { imports } = await environmentOf(input, scope)
    return withUpload(input, scope, async ({ path, name }, watch) => {
      let header: readonly string[] = []
      const { download, result: report } = await scope.files.offer(
        `${name}.rows`,
        (file) =>
          withRowLog(file, (rows, onHeader) =>
            imports.run(
              input.projectId,
              {
                file: path,
                name,
                apply,
                map,
                sheet,
                complete,
                acceptMissing,
                rows,
                onHeader: (found) => onHeader((header = found)),
              },
              scope.context(),
              watch,
            ),
          ),
        { spare: true },
      )
      if (apply && map !== undefined) await scope.engine.columns.remember(input.projectId, header, parseMap(map))
      return { ...report, rowsId: download.downloadId }
    })
  },

  'imports.rows': async ({ rowsId, kind, page }, scope) => {
    const rows = await rowsOf(scope.files, rowsId)
    const docs = (await rows.page(kind, page)).map((row) => ({
      ...row,
      cells: row.cells.map(shownCell),
      reason: englishOf(row.problems),
    }))
    return { header: rows.header.map(shownCell), docs, total: rows.totals[kind] }
  },

  'imports.download': async ({ rowsId, kind, words }, scope) => {
    const { header, rows } = rowsTable(
      await rowsOf(scope.files, rowsId),
      kind,
      words === undefined ? ENGLISH : spoken(words),
    )
    const { download } = await scope.files.offer(`${FILE_NAMES[kind]}.csv`, (path) =>
      writeCsv(path, header, rows, { signal: scope.bulk.signal }),
    )
    return download
  },
}

async function offerFor(header: readonly string[]): Promise<CallOutput<'imports.look'>['offer']> {
  const { issuerMapOf } = await import('../../../engine/cards/files/issuer-maps.ts')
  const map = issuerMapOf(header)
  return map === null ? null : { ...map, columns: { ...map.columns }, words: [...map.words] }
}

const FILE_NAMES = { create: 'created', change: 'changed', leave: 'unchanged', refuse: 'refused' } as const

const SHOWN_CHARACTERS = 200

function shownCell(cell: string): string {
  return cell.slice(0, SHOWN_CHARACTERS)
}
