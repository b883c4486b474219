import { cardEventData } from '../../domain/cards/card-events.ts'
import { EXPIRY_WARNING_DAYS } from '../../domain/cards/expiring.ts'
import { unindexed } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { eachInSlices } from '../kernel/slices.ts'
import { emit } from '../ledger/outbox.ts'
import type { AgendaItem } from '../kernel/agenda.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ROWS_AT_ONCE = 50
/** A pull or an import may bring a card that is due at once, so all cards are checked at this interval. */
const LOOK_AGAIN_MS = 10 * 60 * 1000

export function expiryWarning(core: EnvironmentCore): AgendaItem {
  let lookedAt = Number.NEGATIVE_INFINITY
  /** When the next card is to be announced, counted from the last check. */
  const nextDue = async (): Promise<string | null> => {
    const seenAt = Math.max(lookedAt, core.clock.now().getTime() - LOOK_AGAIN_MS)
    const dues: string[] = []
    for (const { days, projectKey } of await leadsOf(core)) {
      const after = new Date(seenAt + days * DAY_MS).toISOString()
      const next = await (projectKey === null
        ? core.database.first(nextExpiry, { after })
        : core.database.first(nextExpiryOf, { after, projectKey }))
      if (next?.expiration_date) dues.push(new Date(Date.parse(next.expiration_date) - days * DAY_MS).toISOString())
    }
    return dues.reduce<string | null>((first, due) => (first === null || due < first ? due : first), null)
  }
  return {
    nextDue,
    runDue: async (now, fenced) => {
      const due = await nextDue()
      const recently = now.getTime() >= lookedAt && now.getTime() - lookedAt < LOOK_AGAIN_MS
      if (recently && (due === null || due > now.toISOString())) return
      for (const lead of await leadsOf(core)) while (await warnSome(fenced, now, lead)) continue
      lookedAt = now.getTime()
    },
  }
}

/** How many days before its last day a card is announced, once per card and expiry. */
interface Lead {
  days: number
  /** The project with this setting; null for all without one. */
  projectKey: number | null
  /** For null: the projects that want something else. */
  others: readonly number[]
}

async function leadsOf(core: EnvironmentCore): Promise<Lead[]> {
  const set = (await core.database.all(chosenLeads, {})).flatMap(({ key, expiry_warning_days: days }): Lead[] =>
    days === null ? [] : [{ days, projectKey: key, others: [] }],
  )
  const others = set.flatMap(({ projectKey }) => projectKey ?? [])
  return [{ days: EXPIRY_WARNING_DAYS, projectKey: null, others }, ...set]
}

/**
 * Warns of some cards; returns whether there may be more. Searches on the reader thread, since it visits all cards that
 * expire soon.
 */
async function warnSome(core: EnvironmentCore, now: Date, lead: Lead): Promise<boolean> {
  // A card is valid through its last day; one that has expired needs no warning any more.
  const from = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  const rows = await core.database.reader.all(
    'cards to warn of',
    unwarned(from, new Date(now.getTime() + lead.days * DAY_MS).toISOString(), lead),
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

const chosenLeads = prepareQuery<object>()('chosen expiry warnings', () =>
  builder
    .selectFrom('project_scope')
    .select(['key', 'expiry_warning_days'])
    .where('expiry_warning_days', 'is not', null),
)

const nextExpiry = prepareQuery<{ after: string }>()('next expiry', (parameter) =>
  builder
    .selectFrom('card')
    .select('expiration_date')
    .where('expiration_date', '>', parameter('after'))
    .orderBy('expiration_date')
    .limit(1),
)

const nextExpiryOf = prepareQuery<{ after: string; projectKey: number }>()('next expiry of project', (parameter) =>
  builder
    .selectFrom('card')
    .select('expiration_date')
    .where('project_key', '=', parameter('projectKey'))
    .where('expiration_date', '>', parameter('after'))
    .orderBy('expiration_date')
    .limit(1),
)

function unwarned(from: string, until: string, { projectKey, others }: Lead) {
  const cards = builder.selectFrom('card').select([...CARD_COLUMNS, 'seq', 'project_key'])
  const concerned =
    projectKey !== null
      ? cards.where('project_key', '=', projectKey)
      : others.length === 0
        ? cards
        : cards.where(unindexed<number>('project_key'), 'not in', others)
  return concerned
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
