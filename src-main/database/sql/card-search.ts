import { sql, type AliasableExpression, type Expression, type RawBuilder } from 'kysely'
import { compactKey, textKey } from '../../domain/cards/card-list.ts'
import { nameForms, typedForms } from '../../domain/cards/name-forms.ts'
import { spelled } from './spelled.ts'

/**
 * A search of cards, ready for a query. The index (`environment-0020-card-search`, `environment-0140-search-fill`)
 * yields candidates only, and `matches` verifies each against the card itself: the index may be coarse, the result is
 * exact. Cards that are not in the index yet are always candidates.
 */
export interface CardSearch {
  /** Where the cards are that may match, or null when the index cannot narrow this search. */
  lookups: CardLookups | null
  /** The exact condition on a row of `card`. */
  matches: Expression<boolean>
}

/** How each engine narrows a search. */
interface CardLookups {
  /** Queries of SQLite's search tables for the row numbers of all cards that may match. */
  readonly tables: readonly RawBuilder<number>[]
  /** PostgreSQL's index of trigrams lies on the cards themselves: the one query that it narrows. */
  readonly cards: Expression<number>
}

/** Letters on each side of a space that one joint ties together. */
const JOINT_REACH = 3

/** `search_version` of a card indexed with all forms of its driver's name; lower versions wait to be filled in. */
export const SEARCH_VERSION = 2
/** `search_version` of a card that is not in the index yet. */
export const NOT_IN_INDEX = 0

/**
 * The joints of a driver's name, in all its forms, as one searchable text: for each space, the letters around it as one
 * token. First and last names are common, their trigrams even more so; where the two meet is rare, and finds a full
 * name at once. Stored in the card's row, from where a trigger copies it into the index.
 */
export function driverJoints(driverKey: string): string {
  const joints = [driverKey, ...nameForms(driverKey)].flatMap((form) => jointsOf(form, 1))
  return [...new Set(joints)].join(' ')
}

/** The other forms of a driver's name, one per line, for the card's row; null if there are none. */
export function driverForms(driverKey: string): string | null {
  return nameForms(driverKey).join('\n') || null
}

/** The joints that any name containing the typed text must have: those with enough letters on both sides. */
function searchJoints(typed: string): string[] {
  return jointsOf(typed, JOINT_REACH)
}

function jointsOf(text: string, atLeast: number): string[] {
  const characters = Array.from(text)
  return characters.flatMap((character, at) => {
    if (character !== ' ') return []
    const left = characters.slice(Math.max(0, at - JOINT_REACH), at)
    const right = characters.slice(at + 1, at + 1 + JOINT_REACH)
    if (left.length < atLeast || right.length < atLeast) return []
    // In hexadecimal, because the index splits tokens at everything but letters and digits.
    return [`j${Buffer.from([...left, ' ', ...right].join('')).toString('hex')}`]
  })
}

/** Only the last digits are looked up, the rest verified: the last ones tell card numbers apart, the first do not. */
const LOOKED_UP_DIGITS = 9
/** Up to this many trigrams of a text are looked up; more cost reads and hardly narrow the result. */
const LOOKED_UP_TRIGRAMS = 3

/** Turns what a person typed into a search of a project's cards, or null when nothing is left to search for. */
export function cardSearch(text: string, projectKey: number): CardSearch | null {
  const typed = textKey(text.trim())
  if (typed === '') return null
  // No card contains a NUL, and SQLite would cut the text there.
  if (typed.includes('\0')) return { lookups: null, matches: NOTHING }
  const compact = compactKey(typed)
  const names = [typed, ...typedForms(typed)]
  const conditions = names.map((form) => has('driver_key', form))
  // A line break would match across two forms of a name.
  for (const form of names) if (!form.includes('\n')) conditions.push(has('driver_forms', form))
  if (compact !== '') conditions.push(has('plate_key', compact), has('reference_key', compact))
  if (isDigits(compact)) conditions.push(has('card_number', compact))
  const matches = sql<boolean>`(${sql.join(conditions, sql` OR `)})`
  const tables = lookups(names, compact, projectKey)
  return { lookups: tables && { tables, cards: matching(matches, projectKey) }, matches }
}

/**
 * The IDs of all cards that a search finds, as a subquery.
 *
 * @param projectKey of one project; null searches all cards of the database
 */
export function cardsFound(text: string, projectKey: number | null): AliasableExpression<string> {
  const search = cardSearch(text, projectKey ?? 0)
  if (search === null) return sql<string>`(SELECT id FROM card)`
  const conditions: Expression<unknown>[] = [search.matches]
  if (projectKey !== null) {
    conditions.push(sql`project_key = ${projectKey}`)
    if (search.lookups !== null) conditions.push(sql`seq IN ${candidates(search.lookups)}`)
  }
  return sql<string>`(SELECT id FROM card WHERE ${sql.join(conditions, sql` AND `)})`
}

/** Cards whose plate begins with the typed text, compared as in a search; null if nothing was typed. */
export function platePrefixSearch(text: string, projectKey: number): CardSearch | null {
  const prefix = compactKey(text)
  if (prefix === '') return null
  if (prefix.includes('\0')) return { lookups: null, matches: NOTHING }
  // U+10FFFF sorts after every character of a plate.
  const matches = sql<boolean>`(plate_key >= ${prefix} AND plate_key < ${`${prefix}\u{10ffff}`})`
  const tables = Array.from(prefix).length < 3 ? null : [textLookup(trigramQuery(prefix)), unfilled(projectKey)]
  return { lookups: tables && { tables, cards: matching(matches, projectKey) }, matches }
}

/** Cards with this plate and no other, compared as in a search; null if nothing was typed. */
export function samePlateSearch(text: string, projectKey: number): CardSearch | null {
  return sameSearch('plate_key', compactKey(text), projectKey)
}

/** Cards of a driver in this spelling alone, whatever the case of its letters; null if the name is empty. */
export function sameDriverSearch(name: string, projectKey: number): CardSearch | null {
  return sameSearch('driver_key', textKey(name.trim()), projectKey)
}

function sameSearch(column: 'plate_key' | 'driver_key', key: string, projectKey: number): CardSearch | null {
  if (key === '') return null
  if (key.includes('\0')) return { lookups: null, matches: NOTHING }
  // What the index can narrow stands beside what is meant.
  const matches = sql<boolean>`(${has(column, key)} AND ${sql.ref(column)} = ${key})`
  const tables = lookups([key], '', projectKey)
  return { lookups: tables && { tables, cards: matching(matches, projectKey) }, matches }
}

/** Cards of one driver: the complete name, in any of the forms in which a search finds it; null if it is empty. */
export function driverSearch(name: string, projectKey: number): CardSearch | null {
  const typed = textKey(name.trim())
  if (typed === '') return null
  if (typed.includes('\0') || typed.includes('\n')) return { lookups: null, matches: NOTHING }
  const names = [typed, ...nameForms(typed)]
  const conditions = names.flatMap((form) => [
    // What the index can narrow stands beside what is meant.
    sql<boolean>`(${has('driver_key', form)} AND driver_key = ${form})`,
    sql<boolean>`(${has('driver_forms', form)} AND ${hasLine('driver_forms', form)})`,
  ])
  const matches = sql<boolean>`(${sql.join(conditions, sql` OR `)})`
  const tables = lookups(names, '', projectKey)
  return { lookups: tables && { tables, cards: matching(matches, projectKey) }, matches }
}

const NOTHING = spelled<boolean>(sql`0`, sql`false`)

/** Whether a column contains the text; in PostgreSQL in the form that its index of trigrams serves. */
function has(column: string, text: string): Expression<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return spelled<boolean>(sql`instr(${sql.ref(column)}, ${text}) > 0`, sql`${sql.ref(column)} LIKE ${pattern}`)
}

/** Whether one of the column's lines is the text. */
function hasLine(column: string, text: string): Expression<boolean> {
  const line = `\n${text}\n`
  return spelled<boolean>(
    sql`instr(char(10) || ${sql.ref(column)} || char(10), ${line}) > 0`,
    sql`strpos(chr(10) || ${sql.ref(column)} || chr(10), ${line}) > 0`,
  )
}

function matching(matches: Expression<boolean>, projectKey: number): Expression<number> {
  return sql<number>`SELECT seq FROM card WHERE project_key = ${projectKey} AND ${matches}`
}

/** Rows that may match, each once, as a subquery of row numbers. */
export function candidates({ tables, cards }: CardLookups): AliasableExpression<number> {
  return spelled<number>(sql`(${sql.join(tables, sql` UNION `)})`, sql`(${cards})`)
}

/** The most row numbers that one of the lookups yields, counted no further than just beyond `bound`. */
export function candidateCount({ tables, cards }: CardLookups, bound: number): AliasableExpression<number> {
  const counts = tables.map((lookup) => sql`(SELECT count(*) FROM (${lookup} LIMIT ${bound + 1}))`)
  return spelled<number>(
    sql`max(${sql.join([sql`0`, ...counts])})`,
    sql`(SELECT count(*) FROM (${cards} LIMIT ${bound + 1}) AS candidate)`,
  )
}

function lookups(names: readonly string[], compact: string, projectKey: number): RawBuilder<number>[] | null {
  const looked = [...names, ...(compact === '' || names.includes(compact) ? [] : [compact])]
  // One or two characters occur in a good part of all cards: a scan costs no more than the index.
  if (looked.some((text) => Array.from(text).length < 3)) return null
  const parts = looked.map((text) => {
    const joints = searchJoints(text)
    return joints.length > 0 ? fragmentLookup(joints.map(quoted).join(' AND ')) : textLookup(trigramQuery(text))
  })
  if (compact !== '') parts.push(referenceLookup(trigramQuery(compact)))
  if (isDigits(compact)) parts.push(fragmentLookup(digitQuery(compact)))
  return [...parts, unfilled(projectKey)]
}

/** Cards not in the index yet. SQLite uses the partial index only if its condition is repeated word for word. */
function unfilled(projectKey: number): RawBuilder<number> {
  return sql<number>`SELECT seq FROM card WHERE search_version < 2 AND search_version = 0 AND project_key = ${projectKey}`
}

function textLookup(query: string): RawBuilder<number> {
  return sql<number>`SELECT rowid FROM card_text_search WHERE card_text_search MATCH ${query}`
}

function referenceLookup(query: string): RawBuilder<number> {
  return sql<number>`SELECT rowid FROM card_reference_search WHERE card_reference_search MATCH ${query}`
}

function fragmentLookup(query: string): RawBuilder<number> {
  return sql<number>`SELECT rowid FROM card_fragment_search WHERE card_fragment_search MATCH ${query}`
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Runs of four digits that cover the last nine; three digits are a prefix of such runs. */
function digitQuery(digits: string): string {
  if (digits.length === 3) return `"${digits}"*`
  const tail = digits.slice(-LOOKED_UP_DIGITS)
  const fragments = new Set<string>()
  for (let end = tail.length; end >= 4; end -= 4) fragments.add(tail.slice(end - 4, end))
  fragments.add(tail.slice(0, 4))
  return [...fragments].map((fragment) => `"${fragment}"`).join(' AND ')
}

/** Trigrams spread over the text, first those across a space: they tie a first to a last name and are rare. */
function trigramQuery(text: string): string {
  const characters = Array.from(text)
  const all = Array.from({ length: characters.length - 2 }, (_, start) => characters.slice(start, start + 3).join(''))
  const step = Math.max(1, Math.ceil(all.length / LOOKED_UP_TRIGRAMS))
  const spread = all.filter((_, index) => index % step === 0 || index === all.length - 1)
  const chosen = new Set(
    [...all.filter((trigram) => trigram.includes(' ')).slice(0, 3), ...spread].slice(0, LOOKED_UP_TRIGRAMS + 1),
  )
  return [...chosen].map(quoted).join(' AND ')
}

function quoted(fragment: string): string {
  return `"${fragment.replaceAll('"', '""')}"`
}
