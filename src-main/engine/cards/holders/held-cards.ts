import { literal } from '../../../database/primitives.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import type { HolderKind } from '../../../domain/cards/holder.ts'

/** A time for which a card was a holder's, between two entries of the audit log. */
export interface Holding {
  cardId: string
  /** The entry that gave it; null if there is none, as with the card's first import. */
  since: number | null
  /** The entry that took it away; null while it is the holder's. */
  until: number | null
}

/** More changes of one driver or vehicle than these say nothing to a person: the newest count. */
const LOOKED_AT = 2_000

const PLACES = {
  driver: { before: 'before.driver', after: 'after.driver' },
  vehicle: { before: 'before.licensePlate', after: 'after.licensePlate' },
} as const satisfies Record<HolderKind, { before: string; after: string }>

/** As the index `audit_personal_by_holder` says: a planner uses it only if the condition is repeated word for word. */
const INDEXED = ['before.driver', 'after.driver', 'before.licensePlate', 'after.licensePlate'].map(literal)

/**
 * When the cards of a holder were theirs, as far as the audit log knows: what was erased from it is not there either.
 *
 * @param written every way in which the holder is written
 * @param held the cards that are theirs now
 */
export async function holdingsOf(
  core: EnvironmentCore,
  projectId: string,
  kind: HolderKind,
  written: readonly string[],
  held: readonly string[],
): Promise<Holding[]> {
  const { before, after } = PLACES[kind]
  const rows = await core.database.reader.all(
    'changes of a holder',
    core.database.build
      .selectFrom('audit_personal')
      .innerJoin('audit_entry', 'audit_entry.seq', 'audit_personal.seq')
      .select(['audit_personal.seq', 'audit_personal.place', 'audit_entry.target_id'])
      .where('audit_personal.place', 'in', INDEXED)
      .where('audit_personal.value', 'in', [...written])
      .where('audit_personal.place', 'in', [before, after])
      .where('audit_entry.project_id', '=', projectId)
      .where('audit_entry.target_type', '=', 'card')
      .orderBy('audit_personal.seq', 'desc')
      .limit(LOOKED_AT),
  )
  const current = new Set(held)
  const byCard = Map.groupBy(rows.toReversed(), ({ target_id: cardId }) => cardId ?? '')
  const holdings = [...byCard].flatMap(([cardId, changes]) => {
    const entries = [...Map.groupBy(changes, ({ seq }) => seq)].map(([seq, sides]) => ({
      seq,
      gives: sides.some(({ place }) => place === after),
      takes: sides.some(({ place }) => place === before),
    }))
    return ofOneCard(cardId, entries, current.has(cardId))
  })
  const known = new Set(byCard.keys())
  return [...holdings, ...held.filter((id) => !known.has(id)).map((cardId) => ({ cardId, since: null, until: null }))]
}

/** A change that both takes and gives only spells the name in another way. */
function ofOneCard(
  cardId: string,
  entries: readonly { seq: number; gives: boolean; takes: boolean }[],
  isHeld: boolean,
): Holding[] {
  const holdings: Holding[] = []
  let since: number | null = null
  for (const { seq, gives, takes } of entries) {
    if (gives === takes) continue
    if (takes) holdings.push({ cardId, since, until: seq })
    since = seq
  }
  return isHeld ? [...holdings, { cardId, since, until: null }] : holdings
}
