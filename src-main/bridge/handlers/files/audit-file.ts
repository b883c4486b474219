import type { AuditEntry } from '../../../domain/audit.ts'
import { writeCsv } from '../../../engine/cards/files/write-table.ts'

const HEADER = [
  'seq',
  'time',
  'actorType',
  'actorId',
  'actorName',
  'channel',
  'action',
  'targetType',
  'targetId',
  'projectId',
  'reason',
  'before',
  'after',
  'hash',
  'chain',
  'number',
]

/** Writes audit entries as a spreadsheet. */
export function writeAuditCsv(
  path: string,
  entries: AsyncIterable<AuditEntry>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return writeCsv(path, HEADER, rowsOf(entries), { signal })
}

async function* rowsOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string[]> {
  for await (const { actor, target, ...entry } of entries) {
    const fields = [
      entry.seq,
      entry.time,
      actor.type,
      actor.id,
      actor.name,
      entry.channel,
      entry.action,
      target.type,
      target.id,
      entry.projectId,
      entry.reason,
    ]
    const changes = [entry.before, entry.after].map((side) => (side === null ? '' : JSON.stringify(side)))
    yield [...fields.map((field) => String(field ?? '')), ...changes, entry.hash, entry.chain, String(entry.number)]
  }
}
