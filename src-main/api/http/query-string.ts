import { parse } from 'node:querystring'
import { validationError } from '../../domain/errors.ts'

/**
 * Reads a target's query by literal names: `filter[status]` is a name like any other, so there is no depth to limit and
 * no prototype to reach; Node's limit on headers (16 KiB) bounds the length.
 *
 * A parameter given twice, or as `name[]` or `name[key]`, becomes an array, which no schema accepts.
 *
 * @param known the names the operation reads
 */
export function readQuery(target: string, known: ReadonlySet<string>): Record<string, string | string[] | undefined> {
  const start = target.indexOf('?')
  if (start === -1) return {}
  const values = parse(target.slice(start + 1))
  for (const name of Object.keys(values)) {
    if (known.has(name) || !name.includes('[')) continue
    const inner = name.indexOf('][') + 1
    const owner = [name.slice(0, name.indexOf('[')), name.slice(0, inner)].find((one) => known.has(one))
    if (owner === undefined) continue
    values[owner] = []
    delete values[name]
  }
  return values
}

/** Names meant to filter or sort: ignoring them would silently return everything. */
const NARROWING = /^(?:filter|sort|order)/i

/**
 * The names in a query that the operation does not read.
 *
 * @throws ServiceError `error.validation` naming those that look like a filter or a sort order
 */
export function unknownNames(query: Record<string, unknown>, known: ReadonlySet<string>): string[] {
  const unknown = Object.keys(query).filter((name) => !known.has(name))
  const narrowing = unknown.filter((name) => NARROWING.test(name))
  if (narrowing.length > 0)
    throw validationError(
      narrowing
        .slice(0, 20)
        .map((field) => ({ field: field.slice(0, 100), message: 'There is no such parameter here' })),
    )
  return unknown
}
