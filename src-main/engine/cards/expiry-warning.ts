import { cardEventData } from '../../domain/cards/card-events.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { eachInSlices } from '../kernel/slices.ts'
import { emit } from '../ledger/outbox.ts'
import type { AgendaItem } from '../kernel/agenda.ts'

/** `card.expiring` is sent 30 days before, once per card and expiry: time for the provider to send a new card. */
const WARNED_BEFORE_MS = 30 * 24 * 60 * 60 * 1000
const ROWS_AT_ONCE = 50
/** A pull or an import may bring a card that is due at once, so all cards are checked at this interval. */
const LOOK_AGAIN_MS = 10 * 60 * 1000

export function expiryWarning(core: EnvironmentCore): AgendaItem {
  let lookedAt = Number.NEGATIVE_INFINITY
  /** When the next card comes within 30 days of its expiry, counted from the last check. */
  const nextDue = async (): Promise<string | null> => {
    const seenUntil = Math.max(lookedAt, core.clock.now().getTime() - LOOK_AGAIN_MS) + WARNED_BEFORE_MS
    const next = (await core.database.first(nextExpiry, { after: new Date(seenUntil).toISOString() }))?.expiration_date
    return next === undefined || next === null ? null : new Date(Date.parse(next) - WARNED_BEFORE_MS).toISOString()
  }
  return {
    nextDue,
    runDue: async (now, fenced) => {
      const due = await nextDue()
      const recently = now.getTime() >= lookedAt && now.getTime() - lookedAt < LOOK_AGAIN_MS
      if (recently && (due === null || due > now.toISOString())) return
      while (await warnSome(fenced, now)) continue
      lookedAt = now.getTime()
    },
  }
}

/**
 * Warns of some cards; returns whether there may be more. Searches on the reader thread, since it visits all cards that
 * expire soon.
 */
async function warnSome(core: EnvironmentCore, now: Date): Promise<boolean> {
  // A card is valid through its last day; one that has expired needs no warning any more.
  const from = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  const rows = await core.database.reader.all(
    'cards to warn of',
    unwarned(from, new Date(now.getTime() + WARNED_BEFORE_MS).toISOString()),
  )
  await eachInSlices(core.database, rows, async (transaction, row) => {
    const card = cardOf(row, await core.projectIdOf(row.project_key, transaction), core.name)
    if (
      row.expiration_date === null ||
      (await transaction.run(noteWarning, { seq: row.seq, expirationDate: row.expiration_date })) === 0
    )
      return
    await emit(transaction, {
      name: 'card.expiring',
      projectKey: row.project_key,
      cardId: row.id,
      createdAt: now.toISOString(),
      data: { ...cardEventData(card), expiration_date: row.expiration_date },
    })
  })
  return rows.length === ROWS_AT_ONCE
}

const builder = queryBuilder<EnvironmentSchema>()

const nextExpiry = prepareQuery<{ after: string }>()('next expiry', (parameter) =>
  builder
    .selectFrom('card')
    .select('expiration_date')
    .where('expiration_date', '>', parameter('after'))
    .orderBy('expiration_date')
    .limit(1),
)

function unwarned(from: string, until: string) {
  return builder
    .selectFrom('card')
    .select([...CARD_COLUMNS, 'seq', 'project_key'])
    .where('expiration_date', '>=', from)
    .where('expiration_date', '<=', until)
    .where(({ not, exists, selectFrom, lit }) =>
      not(
        exists(
          selectFrom('expiry_warning')
            .select(lit(1).as('one'))
            .whereRef('expiry_warning.card_seq', '=', 'card.seq')
            .whereRef('expiry_warning.expiration_date', '=', 'card.expiration_date'),
        ),
      ),
    )
    .orderBy('expiration_date')
    .limit(ROWS_AT_ONCE)
}

// Inserts nothing if the card was removed since it was found: its row could not be referenced any more.
const noteWarning = prepareQuery<{ seq: number; expirationDate: string }>()('note expiry warning', (parameter) =>
  builder
    .insertInto('expiry_warning')
    .columns(['card_seq', 'expiration_date'])
    .expression(
      builder
        .selectFrom('card')
        .select(['seq', 'expiration_date'])
        .where('seq', '=', parameter('seq'))
        .where('expiration_date', '=', parameter('expirationDate'))
        .$castTo<{ card_seq: number; expiration_date: string }>() as never,
    )
    .onConflict((conflict) => conflict.doNothing()),
)
