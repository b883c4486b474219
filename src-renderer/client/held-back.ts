/** What is shown while a newer answer is held back, and how many of its rows would come, go or move. */
export interface HeldBack<Value> {
  value: Value
  changed: number
}

interface Row {
  id: string
}
interface Listing {
  docs: readonly Row[]
}

/**
 * Holds a newer answer against the one on screen. Rows that stay where they are are brought up to date in place; those
 * that would come, go or change places under the pointer are only counted. What is no listing is shown at once.
 */
export function holdBack<Value>(shown: Value, newer: Value): HeldBack<Value> {
  if (!isListing(shown) || !isListing(newer)) return { value: keepSame(shown, newer), changed: 0 }
  const changed = countMoved(shown.docs, newer.docs)
  const known = new Map(newer.docs.map((row) => [row.id, row]))
  const docs = shown.docs.map((row) => keepSame(row, known.get(row.id) ?? row))
  if (changed > 0) return { value: { ...shown, docs }, changed }
  return { value: keepSame(shown, { ...newer, docs }), changed: 0 }
}

/** The former object where nothing differs: whatever is drawn from it need not be drawn again. */
export function keepSame<Value>(before: Value, after: Value): Value {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after
}

function countMoved(before: readonly Row[], after: readonly Row[]): number {
  const [old, fresh] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  const gone = before.filter(({ id }) => !fresh.has(id)).length
  const come = after.filter(({ id }) => !old.has(id)).length
  if (gone > 0 || come > 0) return Math.max(gone, come)
  return before.filter(({ id }, place) => after[place]?.id !== id).length
}

function isListing(value: unknown): value is Listing {
  if (typeof value !== 'object' || value === null || !('docs' in value) || !Array.isArray(value.docs)) return false
  return value.docs.every((row: unknown) => typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string')
}
