/** What is shown while a newer result is held back, and how many rows it would add, remove or move. */
export interface HeldBack<Value> {
  value: Value
  changed: number
}

/** A row by its id, or by its place in a sequence. */
type Row = { id: string } | { seq: number }
interface Listing {
  docs: readonly Row[]
}

/**
 * Compares a newer result with the one on screen. Updates rows that keep their place; only counts rows that would
 * appear, disappear or move under the pointer. A result that is not a list is shown at once.
 */
export function holdBack<Value>(shown: Value, newer: Value): HeldBack<Value> {
  if (!isListing(shown) || !isListing(newer)) return { value: keepSame(shown, newer), changed: 0 }
  const changed = countMoved(shown.docs, newer.docs)
  const known = new Map(newer.docs.map((row) => [idOf(row), row]))
  const docs = shown.docs.map((row) => keepSame(row, known.get(idOf(row)) ?? row))
  if (changed > 0) return { value: { ...shown, docs }, changed }
  return { value: keepSame(shown, { ...newer, docs }), changed: 0 }
}

/** The former object if nothing differs, so that nothing renders again. */
export function keepSame<Value>(before: Value, after: Value): Value {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after
}

function countMoved(before: readonly Row[], after: readonly Row[]): number {
  const [old, fresh] = [new Set(before.map(idOf)), new Set(after.map(idOf))]
  const gone = before.filter((row) => !fresh.has(idOf(row))).length
  const come = after.filter((row) => !old.has(idOf(row))).length
  if (gone > 0 || come > 0) return Math.max(gone, come)
  return before.filter((row, place) => after[place] === undefined || idOf(after[place]) !== idOf(row)).length
}

function isListing(value: unknown): value is Listing {
  if (typeof value !== 'object' || value === null || !('docs' in value) || !Array.isArray(value.docs)) return false
  return value.docs.every(
    (row: unknown) =>
      typeof row === 'object' &&
      row !== null &&
      (('id' in row && typeof row.id === 'string') || ('seq' in row && typeof row.seq === 'number')),
  )
}

function idOf(row: Row): string | number {
  return 'id' in row ? row.id : row.seq
}
