import { randomBytes } from 'node:crypto'
import type { PortalChangeBody, PortalErrorBody, ReferenceState } from '../../domain/sync/portal-protocol.ts'
import type { PortalResponse } from '../portal-response.ts'
import { judgeChange } from '../change-rules.ts'
import type { Faults } from '../faults.ts'
import type { CardStore } from './card-store.ts'
import type { Sqlite } from './open-store.ts'

export interface ChangeStore {
  /** Makes the change, accepts it for later, or refuses it. Call within a transaction. */
  take(providerCardId: string, change: PortalChangeBody, idempotencyKey: string): PortalResponse
  /** Makes the accepted changes that are due. */
  settle(): void
  state(reference: string): ReferenceState | null
  log(filter: { providerCardId?: string; after: number; limit: number }): { total: number; changes: LoggedChange[] }
}

/** A change this portal has made. */
export interface LoggedChange {
  position: number
  providerCardId: string
  action: PortalChangeBody['action']
  licensePlate: string | null
  driver: string | null
  idempotencyKey: string
  /** False if the card was already in that state. */
  effective: boolean
  madeAt: string
}

interface Accepted {
  position: number
  provider_card_id: string
  idempotency_key: string
  change: string
}

export function createChangeStore(
  sqlite: Sqlite,
  cards: CardStore,
  faults: () => Faults,
  now: () => Date,
): ChangeStore {
  const record = sqlite.prepare(
    'INSERT INTO change_log (provider_card_id, action, license_plate, driver, idempotency_key, effective, made_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const accept = sqlite.prepare(
    "INSERT INTO accepted_change (reference, provider_card_id, idempotency_key, change, due_at, state) VALUES (?, ?, ?, ?, ?, 'pending')",
  )
  const waiting = sqlite.prepare(
    "SELECT 1 FROM accepted_change WHERE state = 'pending' AND provider_card_id = ? LIMIT 1",
  )
  const due = sqlite.prepare(
    "SELECT position, provider_card_id, idempotency_key, change FROM accepted_change WHERE state = 'pending' AND due_at <= ? ORDER BY position",
  )
  const finish = sqlite.prepare('UPDATE accepted_change SET state = ?, code = ?, message = ? WHERE position = ?')
  const answered = sqlite.prepare('UPDATE answer SET status = ?, body = ? WHERE idempotency_key = ?')
  const outcome = sqlite.prepare('SELECT state, code, message FROM accepted_change WHERE reference = ?')

  const doneAnswer = (providerCardId: string): PortalResponse => ({
    status: 200,
    body: { state: 'done', card: cards.find(providerCardId) },
  })
  /** Makes the change and logs it, or refuses it. */
  const make = (providerCardId: string, change: PortalChangeBody, idempotencyKey: string): Refused | null => {
    const card = cards.find(providerCardId)
    if (card === null || faults().vanish.includes(providerCardId))
      return { status: 404, refusal: { code: 'card_not_found', message: 'There is no such card' } }
    const chosen = chosenRefusal(faults(), providerCardId)
    if (chosen !== null) return { status: 422, refusal: chosen }
    const at = now().toISOString()
    const judged = judgeChange(card, change, at)
    if (!judged.ok) return { status: 409, refusal: judged.refusal }
    if (judged.effective) cards.save(judged.card)
    record.run(
      providerCardId,
      change.action,
      change.licensePlate ?? null,
      change.driver ?? null,
      idempotencyKey,
      Number(judged.effective),
      at,
    )
    return null
  }

  const settle = sqlite.transaction(() => {
    if (faults().asynchronous?.never === true) return
    for (const { position, provider_card_id, idempotency_key, change } of due.all(now().toISOString()) as Accepted[]) {
      const refused = make(provider_card_id, JSON.parse(change) as PortalChangeBody, idempotency_key)
      finish.run(
        refused === null ? 'done' : 'refused',
        refused?.refusal.code ?? null,
        refused?.refusal.message ?? null,
        position,
      )
      // From now on the key answers with the outcome, not with a reference that may have expired.
      const answer = refused === null ? doneAnswer(provider_card_id) : refusedAnswer(refused)
      answered.run(answer.status, JSON.stringify(answer.body), idempotency_key)
    }
  })

  return {
    take: (providerCardId, change, idempotencyKey) => {
      const { asynchronous } = faults()
      // A change after a waiting one waits as well, or the two would swap.
      if (asynchronous !== null || waiting.get(providerCardId) !== undefined) {
        const reference = `ref-${randomBytes(12).toString('hex')}`
        accept.run(
          reference,
          providerCardId,
          idempotencyKey,
          JSON.stringify(change),
          new Date(now().getTime() + (asynchronous?.delayMs ?? 0)).toISOString(),
        )
        return { status: 202, body: { reference } }
      }
      const refused = make(providerCardId, change, idempotencyKey)
      return refused === null ? doneAnswer(providerCardId) : refusedAnswer(refused)
    },
    settle: () => settle(),
    state: (reference) => {
      const row = outcome.get(reference) as
        | { state: ReferenceState['state']; code: string | null; message: string | null }
        | undefined
      if (row === undefined) return null
      return {
        state: row.state,
        ...(row.code === null ? {} : { code: row.code }),
        ...(row.message === null ? {} : { message: row.message }),
      }
    },
    log: ({ providerCardId, after, limit }) => {
      const [where, values] = providerCardId === undefined ? ['', []] : ['WHERE provider_card_id = ?', [providerCardId]]
      const { total } = sqlite.prepare(`SELECT COUNT(*) AS total FROM change_log ${where}`).get(...values) as {
        total: number
      }
      const rows = sqlite
        .prepare(`SELECT * FROM (SELECT * FROM change_log ${where}) WHERE position > ? ORDER BY position LIMIT ?`)
        .all(...values, after, limit) as LogRow[]
      return { total, changes: rows.map(toLogged) }
    },
  }
}

interface Refused {
  status: number
  refusal: PortalErrorBody
}

function refusedAnswer({ status, refusal }: Refused): PortalResponse {
  return { status, body: refusal }
}

function chosenRefusal({ refuse }: Faults, providerCardId: string): PortalErrorBody | null {
  if (Object.hasOwn(refuse, providerCardId)) return refuse[providerCardId] ?? null
  return Object.hasOwn(refuse, '*') ? (refuse['*'] ?? null) : null
}

interface LogRow {
  position: number
  provider_card_id: string
  action: PortalChangeBody['action']
  license_plate: string | null
  driver: string | null
  idempotency_key: string
  effective: number
  made_at: string
}

function toLogged(row: LogRow): LoggedChange {
  return {
    position: row.position,
    providerCardId: row.provider_card_id,
    action: row.action,
    licensePlate: row.license_plate,
    driver: row.driver,
    idempotencyKey: row.idempotency_key,
    effective: row.effective === 1,
    madeAt: row.made_at,
  }
}
