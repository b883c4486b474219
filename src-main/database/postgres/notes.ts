import type pg from 'pg'
import { setTimeout } from 'node:timers/promises'
import type { ChangeNote } from '../change-notes.ts'
import type { Server } from './server.ts'
import { RECORDS_KEPT_MINUTES } from './upkeep.ts'

export interface NoteListenerOptions {
  server: Server
  schema: string
  instanceId: string
  /** Called with the notes of one commit of another instance. */
  onNotes(notes: readonly ChangeNote[]): void
  /** Called after so long a time without a look that notes may have been removed unread. */
  onMissed(): void
  /** Called when somebody has migrated the schema; again at the next look if it rejects. */
  onMigrated(): Promise<void>
  /** Called when a look fails. The next one begins where the last one ended. */
  onTrouble(error: unknown): void
}

/** Delivers the notes of other instances, and tells them of ours. */
export interface NoteListener {
  /** Gathers; tells the others that there are new notes. */
  announce(): void
  /** Milliseconds since the notes were last read; the lag that a lost notification could cost. */
  lag(): number
  stop(): Promise<void>
}

/** A lost notification costs at most so long. */
const LOOK_EVERY_MS = 3_000
const GATHER_MS = 5
/** Records are removed by the server's clock, and every half a minute. */
const MISSED_AFTER_MINUTES = RECORDS_KEPT_MINUTES - 5

/**
 * Notes are rows of `commit_record`, read from the last position on; a notification only says that there are some. The
 * position is the oldest transaction still under way: transactions commit in another order than they begin, so what
 * lies behind it is read again, and what was delivered is left out.
 */
export async function listenToNotes(options: NoteListenerOptions): Promise<NoteListener> {
  const { server, schema, instanceId, onNotes, onMissed, onMigrated, onTrouble } = options
  const channel = `fuelcard_${schema}`
  const stopping = new AbortController()
  const delivered = new Set<string>()
  let from: string | null = null
  /** Tells one server from another, also behind the same name. */
  let serverStart: string | null = null
  /** By the server's clock. */
  let lookedAt: string | null = null
  let migration: number | null = null
  let client: pg.Client | null = null
  let lastLook = performance.now()
  let gathering: NodeJS.Timeout | undefined
  let wake = () => {}
  let turn: Promise<unknown> = Promise.resolve()
  /** One statement at a time: the driver no longer queues them. */
  const inTurn = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const asked = turn.then(ask)
    turn = asked.catch(() => {})
    return asked
  }

  const connect = async (): Promise<pg.Client> => {
    const made = await server.connect()
    let own: number | null = null
    made.on('notification', ({ processId }) => {
      // Its own notes are known here.
      if (processId !== own) wake()
    })
    made.on('end', () => {
      if (client === made) client = null
      wake()
    })
    if (stopping.signal.aborted) {
      await made.end()
      stopping.signal.throwIfAborted()
    }
    await made.query(`LISTEN ${channel}`)
    const { rows } = await made.query<{ start: string; pid: number }>(
      'SELECT pg_postmaster_start_time()::text AS start, pg_backend_pid() AS pid',
    )
    const { start = null, pid = null } = rows[0] ?? {}
    own = pid
    if (serverStart !== null && start !== serverStart) {
      // A promoted standby counts on from where it was: its numbers say nothing about the position.
      from = null
      delivered.clear()
    }
    serverStart = start
    return made
  }
  const look = async (): Promise<void> => {
    const listening = (client ??= await connect())
    const { rows } = await inTurn(() =>
      listening.query<LookRow>({
        ...(from === null && lookedAt !== null ? LOOK_BACK : LOOK),
        values: [from, instanceId, [...delivered], lookedAt],
      }),
    )
    lastLook = performance.now()
    for (const { xid, notes } of rows) {
      if (xid === null) continue
      delivered.add(xid)
      onNotes(JSON.parse(notes))
    }
    const [state] = rows
    if (state === undefined) return
    from = state.upto
    lookedAt = state.at
    for (const xid of delivered) if (BigInt(xid) < BigInt(from)) delivered.delete(xid)
    if (state.hasMissed === true) onMissed()
    if (migration !== null && migration !== state.migration) await onMigrated()
    migration = state.migration
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      await look().catch((error: unknown) => {
        if (!stopping.signal.aborted) onTrouble(error)
      })
      await Promise.race([woken, setTimeout(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})])
    }
  }
  await look()
  const running = run()
  return {
    announce: () => {
      gathering ??= globalThis.setTimeout(() => {
        gathering = undefined
        // Lost, it costs the others a few seconds.
        inTurn(async () => client?.query(`NOTIFY ${channel}`)).catch(() => {})
      }, GATHER_MS)
    },
    lag: () => performance.now() - lastLook,
    stop: async () => {
      stopping.abort()
      clearTimeout(gathering)
      wake()
      // A connection that is still being made is ended as soon as it is there.
      if (client !== null) await running
      await client?.end().catch(() => {})
    },
  }
}

interface LookRow {
  upto: string
  at: string
  hasMissed: boolean | null
  migration: number
  xid: string | null
  notes: string
}

const lookFor = (unread: string) => `SELECT state.upto::text AS upto, state.at::text AS at, state.migration,
    $4::timestamptz < state.at - interval '${MISSED_AFTER_MINUTES} minutes' AS "hasMissed",
    record.xid::text AS xid, record.notes
  FROM (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto, now() AS at,
      (SELECT max(position) FROM schema_migration) AS migration
  ) AS state
  LEFT JOIN commit_record AS record
    ON ${unread} AND record.instance_id <> $2 AND record.notes IS NOT NULL
    AND record.xid::text <> ALL ($3::text[])
  ORDER BY record.xid`

const LOOK = { name: 'look', text: lookFor('record.xid >= coalesce($1::xid8, state.upto)') }
/** On a server of other numbers: what was written since the last look, and before as long as two clocks may differ. */
const LOOK_BACK = { text: lookFor("$1::xid8 IS NULL AND record.at >= $4::timestamptz - interval '1 minute'") }
