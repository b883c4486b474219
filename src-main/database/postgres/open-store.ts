import { randomUUID } from 'node:crypto'
import { createChangeNotes } from '../change-notes.ts'
import { queryBuilder } from '../query-builder.ts'
import type { Store } from '../store.ts'
import { compile } from './compiler.ts'
import { listenToNotes } from './notes.ts'
import { originOf } from './origin.ts'
import type { Server } from './server.ts'
import { statusOf } from './status.ts'
import type { SchemaName } from './store-address.ts'
import { keepUp } from './upkeep.ts'
import { createWriter } from './writer.ts'

export interface PostgresStoreOptions {
  server: Server
  schema: SchemaName
  onSlowQuery?: (name: string, durationMs: number) => void
  onTrouble?: (error: unknown) => void
  /** Called when notes of other instances may have been missed: what was read before is out of date. */
  onMissed?: () => void
  /** Called when somebody has migrated the schema; again if it rejects. */
  onMigrated?: () => Promise<void>
  /** For tests: runs every unit of work twice. */
  repeatWorks?: boolean
}

/** Slower queries are reported by name. */
const SLOW_QUERY_MS = 500

let versions = 0

/** Opens the store on a schema that `migrate` has made ready. */
export async function openPostgresStore<Schema>(options: PostgresStoreOptions): Promise<Store<Schema>> {
  const { server, schema, onSlowQuery, repeatWorks = false } = options
  const instanceId = randomUUID()
  const notes = createChangeNotes()
  const publish = (given: Parameters<Parameters<typeof notes.listen>[0]>[0]) => {
    for (const note of given) notes.add(note)
    notes.publish()
  }
  const build = queryBuilder<Schema>()
  const listener = await listenToNotes({
    server,
    schema,
    instanceId,
    onNotes: publish,
    onMissed: options.onMissed ?? (() => {}),
    onMigrated: options.onMigrated ?? (async () => {}),
    onTrouble: options.onTrouble ?? (() => {}),
  })
  const writer = createWriter<Schema>({
    server,
    schema,
    build,
    instanceId,
    repeatWorks,
    onCommit: (committed) => {
      if (committed.length === 0) return
      publish(committed)
      listener.announce()
    },
  })
  const stopUpkeep = keepUp(server, schema !== 'control', options.onTrouble ?? (() => {}))
  const read = async (query: Parameters<typeof compile>[0], parameters: unknown, name?: string): Promise<unknown[]> => {
    const compiled = compile(query, parameters)
    const started = performance.now()
    const { rows } = await server.read(compiled)
    const took = performance.now() - started
    if (took > SLOW_QUERY_MS) onSlowQuery?.(name ?? ('bind' in query ? query.name : compiled.text.slice(0, 120)), took)
    return rows
  }
  return {
    file: server.place,
    isShared: true,
    build,
    all: async (query: Parameters<typeof compile>[0], parameters?: unknown) => (await read(query, parameters)) as never,
    first: async (query: Parameters<typeof compile>[0], parameters?: unknown) =>
      (await read(query, parameters))[0] as never,
    reader: { all: async (name, query) => (await read(query, undefined, name)) as never },
    // Another instance may have committed meanwhile, so that no answer vouches for the next.
    version: () => (versions += 1),
    onChanges: notes.listen,
    write: writer.alone,
    writeBeside: writer.shared,
    bulk: () => ({ write: writer.alone, conclude: writer.alone }),
    // Rows are gone for every reader; what is left of them on the disk goes with the server's own vacuum.
    forgetErased: async () => true,
    holdWrites: writer.hold,
    findDamage: async () => {
      await server.read({ text: 'SELECT 1' })
      return []
    },
    origin: () => originOf(server),
    status: () => statusOf(server, schema, listener),
    close: async () => {
      stopUpkeep()
      await writer.drain()
      await listener.stop()
      await server.end()
    },
  }
}
