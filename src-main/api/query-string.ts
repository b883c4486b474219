import { parse } from 'node:querystring'

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
  if (start === -1 || known.size === 0) return {}
  const values = parse(target.slice(start + 1))
  for (const name of Object.keys(values)) {
    if (known.has(name) || !name.includes('[')) continue
    const inner = name.indexOf('][') + 1
    for (const owner of [name.slice(0, name.indexOf('[')), name.slice(0, inner)]) if (known.has(owner)) values[owner] = []
  }
  return values
}
