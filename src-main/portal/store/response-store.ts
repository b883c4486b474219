import { createHash } from 'node:crypto'
import { IDEMPOTENCY_DAYS } from '../../domain/sync/portal-protocol.ts'
import type { PortalResponse } from '../portal-response.ts'
import type { Sqlite } from './open-store.ts'

export interface ResponseStore {
  /**
   * Runs `act` the first time a key is used and keeps its response in the same transaction; for seven days, the same
   * request gets that response again. The same key with another request is refused.
   */
  once(idempotencyKey: string, request: unknown, act: () => PortalResponse): PortalResponse
}

interface Row {
  fingerprint: string
  status: number
  body: string
}

export function createResponseStore(sqlite: Sqlite, now: () => Date): ResponseStore {
  const prune = sqlite.prepare('DELETE FROM answer WHERE answered_at <= ?')
  const kept = sqlite.prepare('SELECT fingerprint, status, body FROM answer WHERE idempotency_key = ?')
  const keep = sqlite.prepare(
    'INSERT INTO answer (idempotency_key, fingerprint, status, body, answered_at) VALUES (?, ?, ?, ?, ?)',
  )
  const once = sqlite.transaction(
    (idempotencyKey: string, request: unknown, act: () => PortalResponse): PortalResponse => {
      const at = now()
      prune.run(new Date(at.getTime() - IDEMPOTENCY_DAYS * 86_400_000).toISOString())
      const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
      const row = kept.get(idempotencyKey) as Row | undefined
      if (row !== undefined) {
        if (row.fingerprint !== fingerprint)
          return {
            status: 422,
            body: { code: 'idempotency_mismatch', message: 'This Idempotency-Key was used for another change' },
          }
        return { status: row.status, body: JSON.parse(row.body) as object }
      }
      const answer = act()
      keep.run(idempotencyKey, fingerprint, answer.status, JSON.stringify(answer.body), at.toISOString())
      return answer
    },
  )
  return { once: (idempotencyKey, request, act) => once.immediate(idempotencyKey, request, act) }
}
