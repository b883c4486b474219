import { createHash } from 'node:crypto'

/** A value as either driver returns it. */
export type Value = string | number | null | Uint8Array
export type Row = Record<string, Value>

/** How many rows a table has, and the SHA-256 of all of them in the order of their key. */
export interface TableDigest {
  rows: number
  sha256: string
}

/** Takes rows in the order of their key; the same rows give the same digest, whichever engine holds them. */
export function createTableDigest(columns: readonly string[]): {
  take(rows: readonly Row[]): void
  end(): TableDigest
} {
  const hash = createHash('sha256')
  let rows = 0
  return {
    take: (taken) => {
      for (const row of taken)
        hash.update(`${JSON.stringify(columns.map((column) => canonical(row[column] ?? null)))}\n`)
      rows += taken.length
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

function canonical(value: Value): unknown {
  return value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value
}
