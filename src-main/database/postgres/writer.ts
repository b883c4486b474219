import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { ChangeNote } from '../change-notes.ts'
import type { Work } from '../store.ts'
import { createCommit } from './commit.ts'
import type { Connection, Server } from './server.ts'
import { classifyServer, isConflict, isDuplicate, isLost, isReadOnly } from './server-error.ts'
import { runWork, type Done } from './transaction.ts'

export interface WriterOptions<Schema> {
  server: Server
  schema: string
  build: Kysely<Schema>
  /** Names this opening of the store in its commit records. */
  instanceId: string
  /** Called after each commit, with the notes of its works. */
  onCommit(notes: readonly ChangeNote[]): void
  /** For tests: runs each unit of work twice and keeps the second run. */
  repeatWorks: boolean
}

export interface Writer<Schema> {
  /** Runs the work while nothing else writes to the schema, on any instance. */
  alone<Result>(work: Work<Schema, Result>): Promise<Result>
  /** Runs the work beside others of its kind; it locks what it reads to change. */
  shared<Result>(work: Work<Schema, Result>): Promise<Result>
  /** Lets what runs finish, then starts nothing until the returned function is called. */
  hold(): Promise<() => void>
  drain(): Promise<void>
}

/** How often a work is repeated that others came before. */
const ATTEMPTS = 12
/** How long to try to replace a lost connection; after that, calls fail because the server is away. */
const LOST_MS = 5_000
/** Works that are alone gather in one transaction for so long, in milliseconds, and so share a lock and a commit. */
const GATHER_MS = 15
const GATHER_AT_MOST = 64
/** Transactions at a time that share the schema, at most; half of the connections are for reads. */
const SHARED_AT_MOST = 5

/** A work that waits until fewer share the schema. */
interface Sharer {
  enter(): void
  refuse(error: unknown): void
}

interface Waiting {
  run(client: Connection): Promise<Done<unknown>>
  settle(outcome: { value: unknown } | { error: unknown }): void
}

/**
 * Writes to one schema. By default a work is alone: it takes the schema's lock, as everything in SQLite does. Works
 * that lock their rows themselves, in the one order, share it.
 *
 * Each transaction inserts a commit record with an ID of its own. If the connection breaks at the commit, the record
 * says whether it took place.
 */
export function createWriter<Schema>(options: WriterOptions<Schema>): Writer<Schema> {
  const { server, build, onCommit, repeatWorks } = options
  const commit = createCommit(server, options.instanceId)
  const lock = lockNumber(options.schema)
  const sharedAtOnce = Math.max(1, Math.min(SHARED_AT_MOST, Math.floor(server.usage().size / 2)))
  const queue: Waiting[] = []
  let serving = false
  let held: Promise<void> | null = null
  /** Transactions under way. */
  let active = 0
  let sharing = 0
  const sharers: Sharer[] = []
  const watchers = new Set<() => void>()

  const work =
    <Result>(given: Work<Schema, Result>, isShared: boolean) =>
    async (client: Connection): Promise<Done<Result>> => {
      if (repeatWorks) {
        await client.query('SAVEPOINT rehearsal')
        await runWork(client, build, given, { isShared }).catch((error: unknown) => {
          if (isLost(error)) throw error
        })
        await client.query('ROLLBACK TO rehearsal; RELEASE rehearsal')
      }
      return runWork(client, build, given, { isShared })
    }
  const begin = (isShared: boolean) =>
    `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock${isShared ? '_shared' : ''}(${LOCK_SPACE}, ${lock})`

  /** Runs one transaction; throws what made it fail, with nothing kept. */
  const transact = async (isShared: boolean, within: (client: Connection) => Promise<ChangeNote[]>): Promise<void> => {
    await held
    active += 1
    const client = await server.borrow().catch((error: unknown) => {
      leave()
      throw error
    })
    let broken = true
    try {
      await client.query(begin(isShared))
      const notes = await within(client)
      await commit(client, notes)
      broken = false
      onCommit(notes)
    } catch (error) {
      broken =
        isLost(error) ||
        (await client.query('ROLLBACK').then(
          () => false,
          () => true,
        ))
      throw error
    } finally {
      client.release(broken)
      leave()
    }
  }
  const leave = () => {
    active -= 1
    for (const look of watchers) look()
  }
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })
  /** Repeats after conflicts, and once a new connection is there after a lost one. */
  const repeatedly = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const started = performance.now()
    let refused = 0
    for (let attempt = 1; ; attempt++) {
      try {
        return await run()
      } catch (error) {
        if (isReadOnly(error)) {
          server.renew()
          refused += 1
        }
        const again = isLost(error)
          ? refused <= 1 && performance.now() - started < LOST_MS
          : isConflict(error) && attempt < ATTEMPTS
        if (!again) throw classifyServer(error, server.place)
        await setTimeout(Math.random() * 2 ** Math.min(attempt, 8))
      }
    }
  }

  /** Runs works that are alone in one transaction, each undone by itself if it fails. */
  const runTogether = async (taken: readonly Waiting[]): Promise<void> => {
    // A single one is undone with its transaction, which saves two of its trips to the server.
    const isSingle = taken.length === 1
    const { settled, ran } = await repeatedly(async () => {
      const settled: (() => void)[] = []
      let ran = 0
      let isUndone = false
      const transacting = transact(false, async (client) => {
        const notes: ChangeNote[] = []
        const started = performance.now()
        for (const waiting of taken) {
          if (ran > 0 && performance.now() - started > GATHER_MS) break
          ran += 1
          if (!isSingle) await client.query('SAVEPOINT work')
          try {
            const done = await waiting.run(client)
            if (!isSingle) await client.query('RELEASE work')
            notes.push(...done.notes)
            settled.push(() => waiting.settle({ value: done.result }))
          } catch (error) {
            if (isLost(error) || isRepeatedAlone(error)) throw error
            if (!isSingle) await client.query('ROLLBACK TO work; RELEASE work')
            settled.push(() => waiting.settle({ error: classifyServer(error, server.place) }))
            isUndone = isSingle
            if (isUndone) throw error
          }
        }
        return notes
      })
      await transacting.catch((error: unknown) => {
        if (!isUndone) throw error
      })
      return { settled, ran }
    })
    queue.unshift(...taken.slice(ran))
    for (const settle of settled) settle()
  }
  const serve = async (): Promise<void> => {
    if (serving) return
    serving = true
    while (queue.length > 0) {
      const taken = queue.splice(0, GATHER_AT_MOST)
      try {
        await runTogether(taken)
      } catch (error) {
        // Without a server, the works behind it would only wait as long in their turn.
        if (isLost(error)) taken.push(...queue.splice(0))
        for (const waiting of taken) waiting.settle({ error })
      }
    }
    serving = false
    for (const look of watchers) look()
  }
  const enterShared = async (): Promise<void> => {
    if (sharing >= sharedAtOnce) await new Promise<void>((enter, refuse) => sharers.push({ enter, refuse }))
    else sharing += 1
  }
  const leaveShared = () => {
    const next = sharers.shift()
    if (next !== undefined) return next.enter()
    sharing -= 1
    for (const look of watchers) look()
  }
  return {
    alone: <Result>(given: Work<Schema, Result>) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({
          run: work(given, false),
          settle: (outcome) => ('value' in outcome ? resolve(outcome.value as Result) : reject(outcome.error)),
        })
        void serve()
      }),
    shared: async <Result>(given: Work<Schema, Result>) => {
      await enterShared()
      try {
        return await repeatedly(async () => {
          let done: Done<Result> | undefined
          await transact(true, async (client) => {
            done = await work(given, true)(client)
            return [...done.notes]
          })
          return (done as Done<Result>).result
        })
      } catch (error) {
        if (isLost(error)) for (const { refuse } of sharers.splice(0)) refuse(error)
        throw error
      } finally {
        leaveShared()
      }
    },
    hold: async () => {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      await until(() => active === 0)
      return () => {
        held = null
        release()
      }
    },
    drain: () => until(() => !serving && sharing === 0),
  }
}

/** Of our own among the advisory locks of a database: "FCD" and one. */
export const LOCK_SPACE = 0x46_43_44_01

/** The lock of a schema, which every work takes: alone, or shared. */
export function lockNumber(schema: string): number {
  return Number.parseInt(hash('sha256', schema, 'hex').slice(0, 7), 16)
}

/** Nobody else writes while a work is alone, so a duplicate value is its own. */
function isRepeatedAlone(error: unknown): boolean {
  return isConflict(error) && !isDuplicate(error)
}
