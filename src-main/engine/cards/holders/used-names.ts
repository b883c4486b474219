import {
  candidates,
  cardSearch,
  driverSearch,
  samePlateSearch,
  unindexed,
  type CardSearch,
} from '../../../database/primitives.ts'
import { compactKey, textKey } from '../../../domain/cards/card-list.ts'
import {
  isSameHolder,
  type Holder,
  type HolderFacts,
  type HolderKind,
  type UsedName,
} from '../../../domain/cards/holder.ts'
import { nameForms, typedForms } from '../../../domain/cards/name-forms.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'

/** Of a text that stands on more cards than this, the names of the first ones are offered: a person types on. */
const OFFERED_FROM = 1_000

/** How the cards name a holder, and which other names a search takes for the same. */
export async function holderFacts(
  core: EnvironmentCore,
  projectKey: number | null,
  holder: Holder,
): Promise<HolderFacts> {
  const search = holder.kind === 'driver' ? driverSearch : samePlateSearch
  const names = await namesIn(core, holder.kind, projectKey, (key) => search(holder.name, key))
  const written = names.filter(({ name }) => isSameHolder(holder, name))
  const sum = (field: 'cards' | 'active') => written.reduce((total, used) => total + used[field], 0)
  return {
    name: written[0]?.name ?? holder.name,
    cards: sum('cards'),
    active: sum('active'),
    written: written.map(({ name, cards }) => ({ name, cards })),
    similar: united(
      holder.kind,
      names.filter(({ name }) => !isSameHolder(holder, name)),
    ),
  }
}

/**
 * The names in use that contain a text in any form in which a search finds it: first those of which a word begins so.
 */
export async function suggestNames(
  core: EnvironmentCore,
  projectKey: number | null,
  { kind, typed, limit }: { kind: HolderKind; typed: string; limit: number },
): Promise<UsedName[]> {
  const names = await namesIn(core, kind, projectKey, (key) => cardSearch(typed, key), OFFERED_FROM)
  const fitting = united(kind, names).flatMap((used) => {
    const fit = fitOf(kind, used.name, typed)
    return fit === 0 ? [] : [{ used, fit }]
  })
  return fitting
    .toSorted((one, other) => other.fit - one.fit || other.used.cards - one.used.cards)
    .slice(0, limit)
    .map(({ used }) => used)
}

interface CountedName extends UsedName {
  active: number
}

/** The names on the cards that a search finds, the most used first. */
async function namesIn(
  core: EnvironmentCore,
  kind: HolderKind,
  projectKey: number | null,
  searchIn: (projectKey: number) => CardSearch | null,
  atMost?: number,
): Promise<CountedName[]> {
  const search = projectKey === null ? null : searchIn(projectKey)
  if (projectKey === null || search === null) return []
  const { build, reader } = core.database
  const { lookups } = search
  let found = build
    .selectFrom('card')
    .select([kind === 'driver' ? 'driver as name' : 'license_plate as name', 'status'])
    .where(lookups === null ? 'project_key' : unindexed<number>('project_key'), '=', projectKey)
    .where(search.matches)
  if (lookups !== null) found = found.where('seq', 'in', candidates(lookups))
  if (atMost !== undefined) found = found.limit(atMost)
  const rows = await reader.all(
    'names of cards',
    build
      .selectFrom(found.as('found'))
      .select(({ fn }) => ['name', 'status', fn.countAll<number>().as('cards')])
      .groupBy(['name', 'status']),
  )
  const names = new Map<string, CountedName>()
  for (const { name, status, cards } of rows) {
    if (name === null) continue
    const used = names.get(name) ?? { name, cards: 0, active: 0 }
    names.set(name, {
      name,
      cards: used.cards + cards,
      active: used.active + (status === 'active' ? cards : 0),
    })
  }
  return [...names.values()].toSorted(byUse)
}

/** One for each name however its letters and spaces are written: the spelling that most of its cards have. */
function united(kind: HolderKind, names: readonly CountedName[]): UsedName[] {
  return [...Map.groupBy(names, ({ name }) => (kind === 'driver' ? textKey(name) : compactKey(name))).values()]
    .map((same) => ({ name: same[0]?.name ?? '', cards: same.reduce((sum, { cards }) => sum + cards, 0) }))
    .toSorted(byUse)
}

/** Among equals, capitals throughout come last: people write names otherwise. */
function byUse(one: UsedName, other: UsedName): number {
  const capitals = ({ name }: UsedName) => Number(name === name.toUpperCase())
  return other.cards - one.cards || capitals(one) - capitals(other) || (one.name < other.name ? -1 : 1)
}

/** 2 if a word of the name begins with the text, 1 if it is within one, 0 if the card was found by something else. */
function fitOf(kind: HolderKind, name: string, typed: string): 0 | 1 | 2 {
  const text = kind === 'driver' ? textKey(typed.trim()) : compactKey(typed)
  const names = kind === 'driver' ? [textKey(name), ...nameForms(textKey(name))] : [compactKey(name)]
  const texts = kind === 'driver' ? [text, ...typedForms(text)] : [text]
  const at = (test: (form: string, part: string) => boolean) =>
    names.some((form) => texts.some((part) => test(form, part)))
  if (at((form, part) => ` ${form}`.includes(` ${part}`))) return 2
  return at((form, part) => form.includes(part)) ? 1 : 0
}
