import { PAIR_PROBLEMS, type BulkRow } from '../../domain/cards/bulk.ts'
import type { Card } from '../../domain/card.ts'
import { compactKey } from '../../domain/cards/card-list.ts'
import { handOverRefusalOf, isHandedOver } from '../../domain/cards/hand-over.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { CARD_COLUMNS, cardOf } from '../ledger/card-row.ts'
import type { Target } from './bulk-target.ts'

/** A target, and the card that the selection says it replaces. */
interface Named {
  target: Target
  /** `isTaken` if the selection named it before; the ID is null if there is no such card. */
  replaced: { id: string | null; isTaken: boolean; row: BulkRow | null } | null
}

/** Whole cards take ten times as long to make as what other commands read of them. */
const PAIRS_AT_ONCE = 100

/**
 * Judges the hand-overs among targets, with both cards read whole. Plate and driver come from the card that is
 * replaced.
 */
export async function withPairs(core: EnvironmentCore, projectId: string, named: readonly Named[]): Promise<Target[]> {
  const targets: Target[] = []
  for (let start = 0; start < named.length; start += PAIRS_AT_ONCE)
    targets.push(...(await judgePairs(core, projectId, named.slice(start, start + PAIRS_AT_ONCE))))
  return targets
}

async function judgePairs(core: EnvironmentCore, projectId: string, named: readonly Named[]): Promise<Target[]> {
  const ids = named.flatMap(({ target, replaced }) =>
    replaced?.id && target.cardId !== null ? [replaced.id, target.cardId] : [],
  )
  const cards = ids.length === 0 ? new Map<string, Card>() : await readWhole(core, projectId, ids)
  return named.map(({ target, replaced }) => {
    if (replaced === null || target.cardId === null || target.status === null) return target
    const old = cards.get(replaced.id ?? '')
    const fresh = cards.get(target.cardId)
    if (old === undefined || fresh === undefined) return faulty(target, PAIR_PROBLEMS.unknown)
    if (replaced.isTaken) return faulty(target, PAIR_PROBLEMS.repeated)
    if (replaced.row !== null && differs(replaced.row, old)) return faulty(target, PAIR_PROBLEMS.differs)
    const judged = isHandedOver(old, fresh) ? 'nothing' : (handOverRefusalOf(old, fresh) ?? 'change')
    return { ...target, licensePlate: null, driver: null, refusal: null, replaces: { cardId: old.id, judged } }
  })
}

function faulty(target: Target, message: string): Target {
  return { ...target, licensePlate: null, driver: null, refusal: { code: 'error.validation', message } }
}

/** Whether a row says another plate or driver, however it is spelled. */
function differs({ licensePlate, driver }: BulkRow, old: Card): boolean {
  const isOther = (given: string | null | undefined, present: string | null) =>
    folded(given ?? '') !== '' && folded(given ?? '') !== folded(present ?? '')
  return isOther(licensePlate, old.licensePlate) || isOther(driver, old.driver)
}

/** As lists compare plates; a file may have letters of another width. */
function folded(value: string): string {
  return compactKey(value.normalize('NFKC'))
}

async function readWhole(core: EnvironmentCore, projectId: string, ids: readonly string[]): Promise<Map<string, Card>> {
  const rows = await core.database.reader.all(
    'cards of hand-overs',
    core.database.build.selectFrom('card').select(CARD_COLUMNS).where('id', 'in', ids),
  )
  return new Map(rows.map((row) => [row.id, cardOf(row, projectId, core.name)]))
}
