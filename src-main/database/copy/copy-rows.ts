import { SCHEMAS, type SchemaName } from '../postgres/store-address.ts'
import type { ReadSide, WriteSide } from './sides.ts'
import { createTableDigest, type TableDigest } from './table-digest.ts'
import { COUNTED, COUNTED_HISTORY, planCopy, type CopyPlan } from './table-shape.ts'

/** A table that was copied, and is the same on both sides. */
interface CopiedTable extends TableDigest {
  database: SchemaName
  table: string
}

export interface CopiedRows {
  tables: CopiedTable[]
  /** Counters that the target counted otherwise than the source had them, such as `sandbox.card_count`. */
  recounted: string[]
}

/**
 * Copies every table, reads it again from the target, and compares.
 *
 * @param onProgress rows that were written or compared so far, of how many
 * @throws Error if a table is not the same on both sides, or `signal` aborts
 */
export async function copyRows(
  source: ReadSide,
  target: WriteSide,
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<CopiedRows> {
  const plans = {} as Record<SchemaName, CopyPlan>
  let total = 0
  for (const schema of SCHEMAS) {
    plans[schema] = planCopy(await source.shapes(schema), await target.shapes(schema))
    for (const { name } of plans[schema].tables) total += 2 * (await source.count(schema, name))
  }
  let done = 0
  const advance = (rows: number) => {
    signal?.throwIfAborted()
    done += rows
    onProgress(done, total)
  }
  const tables: CopiedTable[] = []
  const recounted: string[] = []
  for (const schema of SCHEMAS) {
    const digests = new Map<string, TableDigest>()
    for (const table of plans[schema].tables) {
      const digest = createTableDigest(table.columns)
      for await (const rows of source.rows(schema, table)) {
        digest.take(rows)
        await target.write(schema, table, rows)
        advance(rows.length)
      }
      digests.set(table.name, digest.end())
    }
    recounted.push(...(await settleCounters(source, target, schema, plans[schema].counted)))
    await target.setNumbers(schema, await source.numbers(schema))
    for (const table of plans[schema].tables) {
      const digest = await digestTable(target, schema, table, advance)
      const given = digests.get(table.name)
      if (given?.rows !== digest.rows || given.sha256 !== digest.sha256)
        throw new Error(
          `${schema}.${table.name} is not the same in ${target.place} (${digest.rows} rows) as in ${source.place} (${given?.rows})`,
        )
      tables.push({ database: schema, table: table.name, ...digest })
    }
  }
  return { tables, recounted }
}

async function digestTable(
  side: ReadSide,
  schema: SchemaName,
  table: CopyPlan['tables'][number],
  advance: (rows: number) => void,
): Promise<TableDigest> {
  const digest = createTableDigest(table.columns)
  for await (const rows of side.rows(schema, table)) {
    digest.take(rows)
    advance(rows.length)
  }
  return digest.end()
}

async function settleCounters(
  source: ReadSide,
  target: WriteSide,
  schema: SchemaName,
  counted: readonly string[],
): Promise<string[]> {
  const differing: string[] = []
  for (const table of counted) {
    const had = await source.totals(schema, table)
    if (table === COUNTED_HISTORY.table)
      await target.replaceHistory(
        schema,
        had.filter((row) => row[COUNTED_HISTORY.column] === COUNTED_HISTORY.value),
      )
    const digests = [had, await target.totals(schema, table)].map((rows) => {
      const digest = createTableDigest([...(COUNTED[table] ?? []), 'count'])
      digest.take(rows)
      return digest.end().sha256
    })
    if (digests[0] !== digests[1]) differing.push(`${schema}.${table}`)
  }
  return differing
}
