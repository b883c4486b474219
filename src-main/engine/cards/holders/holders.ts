import type {
  Holder,
  HolderFacts,
  HolderHistory,
  HolderKind,
  PastCard,
  UsedName,
} from '../../../domain/cards/holder.ts'
import { samePlateSearch, sameDriverSearch, candidates, unindexed } from '../../../database/primitives.ts'
import { entriesAt, listEntries } from '../../kernel/audit/audit-entries.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { holdingsOf, type Holding } from './held-cards.ts'
import { holderFacts, suggestNames } from './used-names.ts'

interface Page {
  page: number
  limit: number
}

/** Drivers and vehicles, as cards and history know them. */
export interface Holders {
  /** How the cards name the holder, and which similar names there are. */
  get(projectId: string, holder: Holder): Promise<HolderFacts>
  /** The cards that were the holder's once, the last one given up first. */
  past(projectId: string, holder: Holder, page: Page): Promise<{ docs: PastCard[]; total: number }>
  /** What happened to cards while they were the holder's, newest first. */
  history(projectId: string, holder: Holder, page: Page): Promise<HolderHistory>
  /** Names in use, for what was typed of one. */
  suggest(projectId: string, asked: { kind: HolderKind; typed: string; limit: number }): Promise<UsedName[]>
}

/** Of a driver with more cards, such as a pool, the history is that of the newest ones. */
const MOST_HOLDINGS = 200

/** Everything is read on the reader thread; the cost follows the holder's cards, not the fleet. */
export function createHolders(core: EnvironmentCore): Holders {
  const facts = async (projectId: string, holder: Holder) =>
    holderFacts(core, await core.findProjectKey(projectId), holder)
  const holdings = async (projectId: string, holder: Holder): Promise<Holding[]> => {
    const { written } = await facts(projectId, holder)
    const names = new Set([holder.name, ...written.map(({ name }) => name)])
    return holdingsOf(core, projectId, holder.kind, [...names], await heldCards(core, projectId, holder))
  }
  return {
    get: facts,
    past: async (projectId, holder, { page, limit }) => {
      const ended = (await holdings(projectId, holder))
        .flatMap(({ until, ...holding }) => (until === null ? [] : [{ ...holding, until }]))
        .toSorted((one, other) => other.until - one.until)
      const shown = ended.slice((page - 1) * limit, page * limit)
      const entries = await entriesAt(
        core.database.reader,
        core.name,
        shown.flatMap(({ since, until }) => (since === null ? [until] : [since, until])),
      )
      const docs = shown.flatMap(({ cardId, since, until }): PastCard[] => {
        const end = entries.get(until)
        if (end === undefined) return []
        const begin = since === null ? undefined : entries.get(since)
        return [{ cardId, since: begin?.time ?? null, until: end.time, by: end.actor, channel: end.channel }]
      })
      return { docs, total: ended.length }
    },
    history: async (projectId, holder, page) => {
      const ranges = (await holdings(projectId, holder))
        .toSorted(
          (one, other) => (other.until ?? Infinity) - (one.until ?? Infinity) || (other.since ?? 0) - (one.since ?? 0),
        )
        .slice(0, MOST_HOLDINGS)
        .map(({ cardId, since, until }) => ({ targetId: cardId, from: since, to: until }))
      if (ranges.length === 0) return { docs: [], total: 0 }
      return listEntries(core.database.reader, core.name, { ...page, projectId, ranges })
    },
    suggest: async (projectId, asked) => suggestNames(core, await core.findProjectKey(projectId), asked),
  }
}

/** The IDs of the holder's cards. */
async function heldCards(core: EnvironmentCore, projectId: string, { kind, name }: Holder): Promise<string[]> {
  const projectKey = await core.findProjectKey(projectId)
  const search = projectKey === null ? null : (kind === 'driver' ? sameDriverSearch : samePlateSearch)(name, projectKey)
  if (projectKey === null || search === null) return []
  const { lookups } = search
  let query = core.database.build
    .selectFrom('card')
    .select('id')
    .where(lookups === null ? 'project_key' : unindexed<number>('project_key'), '=', projectKey)
    .where(search.matches)
    .orderBy('seq', 'desc')
    .limit(MOST_HOLDINGS)
  if (lookups !== null) query = query.where('seq', 'in', candidates(lookups))
  return (await core.database.reader.all('cards of a holder', query)).map(({ id }) => id)
}
