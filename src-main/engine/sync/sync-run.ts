import type { Card } from '../../domain/card.ts'
import { cardEventData } from '../../domain/card-events.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../environment.ts'
import { emit } from '../webhooks/outbox.ts'
import { newUuid } from '../ids.ts'

/** What a run has done so far. */
export interface SyncCounts {
  created: number
  updated: number
  unchanged: number
  failed: number
}

/** One recorded run of a pull or an applied import. */
export interface SyncRun {
  readonly id: string
  readonly counts: SyncCounts
  /** Notes a changed card for the event at the end, which lists at most 50. */
  note(card: Card): void
  /** Writes the counts so far, in the transaction of the slice that they tell of. */
  save(transaction: EnvironmentTransaction): void
  /** Ends the run and records `sync.completed`, or `sync.failed` with the reason. */
  finish(transaction: EnvironmentTransaction, failure?: { state: 'failed' | 'cancelled'; error: string }): void
}

/** Decisions, section 5, *Body*: at most 50 cards, and the whole body at most 20 kB. */
const LISTED_CARDS = 50
const LISTED_BYTES = 18_000

/** Starts a run and records it. Runs that a crash left behind as running are closed first. */
export async function startSyncRun(core: EnvironmentCore, projectId: string, kind: 'pull' | 'import', source: string): Promise<SyncRun> {
  const id = newUuid()
  const startedAt = core.clock.now()
  const started = performance.now()
  const counts: SyncCounts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const listed: Record<string, unknown>[] = []
  let listedBytes = 0
  let noted = 0
  const projectKey = await core.database.write((transaction) => {
    const key = core.projectKey(transaction, projectId)
    transaction.run(
      transaction.build
        .updateTable('sync_run')
        .set({ state: 'failed', finished_at: startedAt.toISOString(), error: 'Interrupted: the service ended during this run' })
        .where('project_key', '=', key)
        .where('state', '=', 'running'),
    )
    transaction.run(
      transaction.build.insertInto('sync_run').values({ id, project_key: key, kind, source, state: 'running', started_at: startedAt.toISOString(), finished_at: null, error: null }),
    )
    return key
  })
  const save = (transaction: EnvironmentTransaction) => {
    core.wakeDeliveries()
    transaction.run(transaction.build.updateTable('sync_run').set({ ...counts }).where('id', '=', id))
  }
  return {
    id,
    counts,
    note: (card) => {
      noted += 1
      if (listed.length >= LISTED_CARDS) return
      const data = cardEventData(card)
      const size = Buffer.byteLength(JSON.stringify(data))
      if (listedBytes + size > LISTED_BYTES) return
      listedBytes += size
      listed.push(data)
    },
    save,
    finish: (transaction, failure) => {
      save(transaction)
      const finishedAt = core.clock.now().toISOString()
      const change = { state: failure?.state ?? ('completed' as const), finished_at: finishedAt, error: failure?.error ?? null }
      transaction.run(transaction.build.updateTable('sync_run').set(change).where('id', '=', id))
      emit(transaction, {
        name: failure === undefined ? 'sync.completed' : 'sync.failed',
        projectKey,
        cardId: null,
        createdAt: finishedAt,
        data: {
          environment: core.name,
          project_id: projectId,
          cards_created: counts.created,
          cards_updated: counts.updated,
          cards_unchanged: counts.unchanged,
          cards_failed: counts.failed,
          duration_ms: Math.round(performance.now() - started),
          cards: listed,
          cards_truncated: noted > listed.length,
          ...(failure === undefined ? {} : { error_message: failure.error }),
        },
      })
    },
  }
}
