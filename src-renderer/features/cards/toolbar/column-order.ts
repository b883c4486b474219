/** Moves one place up or down; stays put at the ends. */
export function moved<Item>(items: readonly Item[], item: Item, by: -1 | 1): Item[] {
  const from = items.indexOf(item)
  const to = Math.min(Math.max(from + by, 0), items.length - 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Moves to the place of another. */
export function movedBefore<Item>(items: readonly Item[], item: Item, place: Item): Item[] {
  return items.toSpliced(items.indexOf(item), 1).toSpliced(items.indexOf(place), 0, item)
}
