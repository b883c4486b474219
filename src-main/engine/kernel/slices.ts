import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** How long bulk work may block the main thread: less than the architecture's 8 ms, which includes the commit. */
const SLICE_MS = 5
/**
 * The same on a store that others share, in wall time: waiting for a server blocks nothing here, but while a slice
 * lasts, other works wait for theirs.
 */
const SHARED_SLICE_MS = 120
/** The most items of a slice that locks them when it begins. */
const LOCKED_AT_ONCE = 200
/** For rows that each write to event, audit and a dozen indexes, and so make the commit long. */
export const SHORT_SLICE_MS = SLICE_MS / 2

export interface Slice {
  isOver(): boolean
  /** Yields to others and starts a new slice. */
  next(): Promise<void>
}

/**
 * Limits a stretch of work; outside a transaction: `if (slice.isOver()) await slice.next()`.
 *
 * @param transaction the one that the stretch runs in
 */
export function startSlice(sliceMs = SLICE_MS, transaction: { isRemote?: boolean } = {}): Slice {
  const limitMs = transaction.isRemote === true ? SHARED_SLICE_MS : sliceMs
  let started = performance.now()
  return {
    isOver: () => performance.now() - started > limitMs,
    next: async () => {
      await yieldToOthers()
      started = performance.now()
    },
  }
}

interface SliceOptions {
  sliceMs?: number
  /** Asked before each slice: once false, the work ends there. */
  goOn?: () => boolean
  /** Checked before each slice: once aborted, the work throws. */
  signal?: AbortSignal
}

interface StepOptions<Transaction, Tally> extends SliceOptions {
  /** Begins each slice: locks what its steps may change, from `done` to before `end`. */
  lock?: (transaction: Transaction, done: number, end: number) => Promise<void>
  /** Collects the results of a slice's steps; created anew each time a slice runs. */
  tally?: () => Tally
  /** Ends each slice, in its transaction. */
  eachSlice?: (transaction: Transaction, tally: Tally) => Promise<void> | void
  /** Called with each slice's tally once it is written. */
  onWritten?: (tally: Tally) => void
}

interface ItemOptions<Transaction, Item, Result> extends SliceOptions {
  /** Begins each slice: locks what its items may change. */
  lock?: (transaction: Transaction, items: readonly Item[]) => Promise<void>
  /** Ends each slice, in its transaction, with the results of its items. */
  eachSlice?: (transaction: Transaction, results: readonly Result[]) => Promise<void> | void
}

/** A store, or its bulk writer. */
interface Writer<Transaction> {
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/**
 * Repeats `step` in short transactions until it returns 0, and lets other work run in between. Each slice has at least
 * one step. A store may run a slice again, from where it began.
 *
 * @param step does some work and returns how much; receives how much was done before
 * @returns how much was done in total
 * @example
 * await inSlices(core.database, (transaction) => transaction.run(removeOld, { before }), { goOn })
 */
export async function inSlices<Transaction extends { isRemote?: boolean }, Tally = undefined>(
  writer: Writer<Transaction>,
  step: (transaction: Transaction, before: number, tally: Tally) => Promise<number>,
  {
    sliceMs,
    goOn = () => true,
    signal,
    lock,
    tally: beginTally = () => undefined as Tally,
    eachSlice,
    onWritten,
  }: StepOptions<Transaction, Tally> = {},
): Promise<number> {
  let sum = 0
  for (let more = true; more && goOn();) {
    signal?.throwIfAborted()
    const before = sum
    const { done, last, tally } = await writer.write(async (transaction) => {
      const slice = startSlice(sliceMs, transaction)
      const stretch = { done: 0, last: 0, tally: beginTally() }
      const most = lock === undefined ? Number.POSITIVE_INFINITY : LOCKED_AT_ONCE
      await lock?.(transaction, before, before + most)
      do {
        stretch.last = await step(transaction, before + stretch.done, stretch.tally)
        stretch.done += stretch.last
      } while (stretch.last > 0 && stretch.done < most && !slice.isOver())
      await eachSlice?.(transaction, stretch.tally)
      return stretch
    })
    onWritten?.(tally)
    sum += done
    more = last > 0
  }
  return sum
}

/** Runs `work` for each item in short transactions; returns the results in the order of the items. */
export async function eachInSlices<Transaction extends { isRemote?: boolean }, Item, Result>(
  writer: Writer<Transaction>,
  items: readonly Item[],
  work: (transaction: Transaction, item: Item, index: number) => Promise<Result>,
  { sliceMs, goOn = () => true, signal, lock, eachSlice }: ItemOptions<Transaction, Item, Result> = {},
): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < items.length && goOn()) {
    signal?.throwIfAborted()
    const from = results.length
    const some = await writer.write(async (transaction) => {
      const slice = startSlice(sliceMs, transaction)
      const done: Result[] = []
      const end = lock === undefined ? items.length : Math.min(from + LOCKED_AT_ONCE, items.length)
      await lock?.(transaction, items.slice(from, end))
      do {
        const index = from + done.length
        done.push(await work(transaction, items[index] as Item, index))
      } while (from + done.length < end && !slice.isOver())
      await eachSlice?.(transaction, done)
      return done
    })
    results.push(...some)
  }
  return results
}
