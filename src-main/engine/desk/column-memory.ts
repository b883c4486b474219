import { createHash } from 'node:crypto'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { FIELDS, NO_COLUMN, type ColumnMap, type FileMap } from '../cards/files/columns.ts'
import { mappedWordSchema } from '../../domain/sync/mapped-word.ts'
import type { ValueMap } from '../cards/files/value-map.ts'

/**
 * Remembers, per project, which column of a file was which field and what its words meant; recognises a file by its
 * titles, in any order.
 */
export interface ColumnMemory {
  recall(projectId: string, header: readonly string[]): Promise<FileMap | null>
  /** Ignores maps with columns given by number: they may be elsewhere in the next file. */
  remember(projectId: string, header: readonly string[], map: FileMap): Promise<void>
}

/** How many kinds of files to remember per project; the least recently used one is dropped. */
const MOST_REMEMBERED = 50

export function createColumnMemory({ database, wallClock }: ControlCore): ColumnMemory {
  return {
    recall: async (projectId, header) => {
      const row = await database.first(remembered, { projectId, headers: keyOf(header) })
      return row === undefined ? null : readMap(row.columns)
    },
    remember: async (projectId, header, { columns, values }) => {
      const titles = new Set(header.map((title) => title.trim()))
      if (!Object.values(columns).every((title) => title === NO_COLUMN || titles.has(title.trim()))) return
      await database.write(async (transaction) => {
        await transaction.run(write, {
          projectId,
          headers: keyOf(header),
          columns: JSON.stringify({ ...columns, ...values }),
          usedAt: wallClock.now().toISOString(),
        })
        await transaction.run(forgetOldest, { projectId })
        return undefined
      })
    },
  }
}

function keyOf(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(titlesIn(header).sort()))
    .digest('hex')
}

/** Columns without a title come and go with a note beside the table. */
function titlesIn(header: readonly string[]): string[] {
  return header.map((title) => title.trim()).filter((title) => title !== '')
}

/** Columns stand beside `words` and `monthFirst`, which earlier versions neither wrote nor read. */
function readMap(text: string): FileMap {
  const stored: unknown = JSON.parse(text)
  const columns: ColumnMap = {}
  if (typeof stored !== 'object' || stored === null) return { columns, values: {} }
  const kept = new Map<string, unknown>(Object.entries(stored))
  for (const field of FIELDS) {
    const title = kept.get(field)
    if (typeof title === 'string') columns[field] = title
  }
  const words = kept.get('words')
  const values: ValueMap = {
    words: Array.isArray(words) ? words.flatMap((word: unknown) => mappedWordSchema.safeParse(word).data ?? []) : [],
    ...(kept.get('monthFirst') === true ? { monthFirst: true } : {}),
  }
  return { columns, values }
}

const builder = queryBuilder<ControlSchema>()

const remembered = prepareQuery<{ projectId: string; headers: string }>()('column memory', (parameter) =>
  builder
    .selectFrom('column_memory')
    .select('columns')
    .where('project_id', '=', parameter('projectId'))
    .where('headers', '=', parameter('headers')),
)

const write = prepareQuery<{ projectId: string; headers: string; columns: string; usedAt: string }>()(
  'remember columns',
  (parameter) =>
    builder
      .insertInto('column_memory')
      .values({
        project_id: parameter('projectId'),
        headers: parameter('headers'),
        columns: parameter('columns'),
        used_at: parameter('usedAt'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'headers'])
          .doUpdateSet((set) => ({ columns: set.ref('excluded.columns'), used_at: set.ref('excluded.used_at') })),
      ),
)

const forgetOldest = prepareQuery<{ projectId: string }>()('forget columns', (parameter) =>
  builder
    .deleteFrom('column_memory')
    .where('project_id', '=', parameter('projectId'))
    .where('headers', 'not in', (newest) =>
      newest
        .selectFrom('column_memory')
        .select('headers')
        .where('project_id', '=', parameter('projectId'))
        .orderBy('used_at', 'desc')
        .limit(MOST_REMEMBERED),
    ),
)
