import type { Card } from '../../domain/card.ts'
import {
  firstOfMonth,
  MONTHS_AHEAD,
  MONTHS_BEHIND,
  type ExpiringInput,
  type ExpiryPeriod,
  type ExpiryPeriods,
  type ReplacementState,
  type StateCounts,
} from '../../domain/cards/expiring.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { cardOf } from '../ledger/card-row.ts'
import { warningDaysOf } from '../ledger/warning-days.ts'
import {
  arrivedByMonth,
  arrivedPairs,
  expiringByMonth,
  expiringPage,
  expiringTotal,
  type ExpiringDays,
} from './expiring-query.ts'
import { isWaiting, replacementsOf, type Replacements } from './replacements.ts'

/** A card that ends, how far its replacement is, and which card that is. */
interface Expiring {
  card: Card
  state: ReplacementState
  replacement: Card | null
  /** Nobody said so: it is the only new card with the same licence plate. */
  suggested: boolean
}

/** The expiry workbench of one project. Everything is read on the reader thread. */
export interface ExpiringCards {
  list(projectId: string, input: ExpiringInput): Promise<{ docs: Expiring[]; total: number }>
  /** The stretches of days it looks at, with exactly as many cards as their lists have. */
  periods(projectId: string): Promise<ExpiryPeriods>
  /**
   * Sets how many days before its last day a card is announced; one that was announced already is not announced again.
   */
  setWarningDays(projectId: string, days: number, context: ChangeContext): Promise<void>
}

export function createExpiringCards(core: EnvironmentCore): ExpiringCards {
  const { build, reader } = core.database
  return {
    list: async (projectId, { page, limit, ...days }) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return { docs: [], total: 0 }
      const asked = { ...days, projectKey }
      const rows = await reader.all('expiring cards', expiringPage(build, asked, { limit, offset: (page - 1) * limit }))
      const [counted] = await reader.all('expiring total', expiringTotal(build, asked))
      const cards = rows.map((row) => cardOf(row, projectId, core.name))
      const replacements = await replacementsOf(core, projectId, projectKey, cards)
      return { docs: cards.map((card) => expiringOf(card, replacements)), total: counted?.total ?? 0 }
    },
    periods: async (projectId) => {
      const projectKey = await core.findProjectKey(projectId)
      const today = core.clock.now().toISOString().slice(0, 10)
      const ended = { from: firstOfMonth(today, -MONTHS_BEHIND), before: today }
      const ahead = { from: today, before: firstOfMonth(today, MONTHS_AHEAD + 1) }
      const past = projectKey === null ? [] : await countsOf(core, { projectKey, ...ended })
      const coming = new Map(projectKey === null ? [] : await countsOf(core, { projectKey, ...ahead }))
      return {
        warningDays: await warningDaysOf(core.database, projectKey),
        ended: { ...ended, counts: past.reduce((sum, [, counts]) => added(sum, counts), NONE) },
        months: Array.from({ length: MONTHS_AHEAD + 1 }, (_, after): ExpiryPeriod => {
          const first = firstOfMonth(today, after)
          return {
            from: after === 0 ? today : first,
            before: firstOfMonth(today, after + 1),
            counts: coming.get(first.slice(0, 7)) ?? NONE,
          }
        }),
      }
    },
    setWarningDays: (projectId, days, context) =>
      core.database.write(async (transaction) => {
        const key = await core.projectKey(transaction, projectId)
        const before = await warningDaysOf(transaction, key)
        if (days === before) return
        await transaction.run(
          transaction.build.updateTable('project_scope').set({ expiry_warning_days: days }).where('key', '=', key),
        )
        transaction.note({ about: 'work', kind: 'agenda' })
        core.audit.append(transaction, context, {
          action: 'project.expiry_warning',
          target: { type: 'project', id: projectId },
          projectId,
          before: { expiryWarningDays: before },
          after: { expiryWarningDays: days },
        })
      }),
  }
}

/** The replacement of each card in the state `arrived` that ends on these days, in the order of the list. */
export async function arrivedReplacements(
  core: EnvironmentCore,
  projectId: string,
  days: Pick<ExpiringDays, 'from' | 'before'>,
): Promise<{ cardId: string; replacesCardId: string }[]> {
  const projectKey = await core.findProjectKey(projectId)
  if (projectKey === null) return []
  const rows = await core.database.reader.all('arrived replacements', arrivedPairs({ ...days, projectKey }))
  const latest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const known = latest.get(row.replaces_card_id)
    const isLater =
      known === undefined ||
      row.created_at > known.created_at ||
      (row.created_at === known.created_at && row.seq < known.seq)
    // Its place in the order stays that of the first.
    if (isLater) latest.set(row.replaces_card_id, row)
  }
  return [...latest.values()].map((row) => ({ cardId: row.card_id, replacesCardId: row.replaces_card_id }))
}

const NONE: StateCounts = { none: 0, arrived: 0, handed_over: 0 }

function added(one: StateCounts, other: StateCounts): StateCounts {
  return {
    none: one.none + other.none,
    arrived: one.arrived + other.arrived,
    handed_over: one.handed_over + other.handed_over,
  }
}

async function countsOf(core: EnvironmentCore, days: ExpiringDays): Promise<[month: string, StateCounts][]> {
  const { build, reader } = core.database
  const months = new Map<string, StateCounts>()
  for (const { month, status, count } of await reader.all('expiring months', expiringByMonth(build, days))) {
    const state = status === 'active' ? 'none' : 'handed_over'
    months.set(month, { ...(months.get(month) ?? NONE), [state]: count })
  }
  for (const { month, count } of await reader.all('arrived months', arrivedByMonth(build, days))) {
    const counts = months.get(month) ?? NONE
    // The two were read one after the other, and cards may have changed in between.
    const arrived = Math.min(count, counts.none)
    months.set(month, { ...counts, arrived, none: counts.none - arrived })
  }
  return [...months]
}

function expiringOf(card: Card, { named, alike }: Replacements): Expiring {
  const replacement = named.get(card.id) ?? null
  if (card.status !== 'active') return { card, state: 'handed_over', replacement, suggested: false }
  if (replacement === null) {
    const suggestion = alike.get(card.licensePlate ?? '') ?? null
    return { card, state: 'none', replacement: suggestion, suggested: suggestion !== null }
  }
  return { card, state: isWaiting(replacement) ? 'arrived' : 'none', replacement, suggested: false }
}
