import { parse } from 'node:querystring'
import { validationError } from '../../domain/errors.ts'

/**
 * Reads the query of a request's target by literal names: `filter[status]` is a name like any other, so there is no
 * depth to bound and no prototype to reach; the length is bounded by Node's limit on headers (16 KiB).
 *
 * A parameter that is given twice, or as `name[]` or `name[key]`, comes out as an array, which no schema accepts.
 *
 * @param known the names that the operation reads
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

/** What narrows or orders a list, if it were read: taken for nothing, the list would silently be everything. */
const NARROWING = /^(?:filter|sort|order)/i

/**
 * The names of a query that the operation does not read.
 *
 * @throws ServiceError `error.validation` naming those that look like a filter or an order
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
