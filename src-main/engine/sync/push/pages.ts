import type { Compilable } from '../../../database/query-builder.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'

/** From this offset on, a page is read on the reader thread, since all earlier rows must be skipped. */
const DEEP = 1_000

/** Reads one page of a list in index order. */
export async function readListPage<Row>(
  core: EnvironmentCore,
  name: string,
  query: { limit(rows: number): { offset(rows: number): Compilable<Row> } },
  { page, limit }: { page: number; limit: number },
): Promise<Row[]> {
  const offset = (page - 1) * limit
  const paged = query.limit(limit).offset(offset)
  return offset < DEEP ? await core.database.all(paged) : core.database.reader.all(name, paged)
}
