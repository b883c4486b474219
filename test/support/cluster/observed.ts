/** A request for something that must happen once, as its receiver saw it. */
export interface Asked {
  /** The same for each request for the same thing. */
  reference: string
  /** What it is about: of one subject, one thing at a time. */
  subject: string
  action: string
  at: number
  /** Null if it was never answered. */
  answeredAt: number | null
}

/** A time in which something died, in milliseconds of `performance.now()`. */
export interface Disturbance {
  what: string
  from: number
  /** Infinite until it is over. */
  to: number
}

/** Repeated requests that nothing excuses: nothing died between them, so that the first one's outcome was known. */
export function repeatedWithoutCause(
  asked: readonly Pick<Asked, 'reference' | 'at'>[],
  disturbances: readonly Disturbance[],
): string[] {
  const askedAt = new Map<string, number>()
  const found: string[] = []
  for (const { reference, at } of asked) {
    const before = askedAt.get(reference)
    askedAt.set(reference, at)
    if (before === undefined || disturbances.some(({ from, to }) => from <= at && to >= before)) continue
    const last = disturbances.findLast(({ to }) => to < before)
    const since = last === undefined ? '' : ` since "${last.what}", over for ${Math.round(before - last.to)} ms`
    found.push(`${reference} was asked for again after ${Math.round(at - before)} ms, though nothing had died${since}`)
  }
  return found
}

/** What a subject was asked to do, in order, each once. */
export function actionsOf(asked: readonly Asked[], subject: string): string[] {
  const seen = new Set<string>()
  return asked.flatMap((one) => {
    if (one.subject !== subject || seen.has(one.reference)) return []
    seen.add(one.reference)
    return [one.action]
  })
}

/** Requests about a subject that had another one still unanswered, which later was. */
export function overtaking(asked: readonly Asked[]): string[] {
  const bySubject = Map.groupBy(asked, ({ subject }) => subject)
  return [...bySubject.values()].flatMap((all) =>
    all.flatMap((one, index) => {
      const open = all
        .slice(0, index)
        .find(({ reference, answeredAt }) => reference !== one.reference && answeredAt !== null && answeredAt > one.at)
      return open === undefined ? [] : [`${one.action} of ${one.subject} began before ${open.action} was answered`]
    }),
  )
}
