/**
 * Joins reads of the same thing: all who ask before one begins share it, and who asks later gets the next. Nobody is
 * answered from what was read earlier.
 */
export function joinedReads<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const coming = new Map<Key, Promise<Result>>()
  const running = new Map<Key, Promise<unknown>>()
  const begin = (key: Key): Promise<Result> => {
    coming.delete(key)
    const reading = read(key)
    const over = () => {
      if (running.get(key) === reading) running.delete(key)
    }
    running.set(key, reading)
    reading.then(over, over)
    return reading
  }
  return (key) => {
    const known = coming.get(key)
    if (known !== undefined) return known
    const before = running.get(key) ?? Promise.resolve()
    const asked = before.catch(() => {}).then(() => begin(key))
    coming.set(key, asked)
    return asked
  }
}

/** Gathers reads of single rows that are asked for in one turn into one of many. */
export function gatheredReads<Key, Row>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  let gathering: { keys: Set<Key>; rows: Promise<ReadonlyMap<Key, Row>> } | null = null
  const gather = () => {
    const keys = new Set<Key>()
    const rows = Promise.resolve().then(() => {
      gathering = null
      return readAll([...keys])
    })
    return { keys, rows }
  }
  return async (key) => {
    const { keys, rows } = (gathering ??= gather())
    keys.add(key)
    return (await rows).get(key)
  }
}
