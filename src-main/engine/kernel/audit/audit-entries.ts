import {
  NAMELESS_ACTORS,
  type AuditActor,
  type AuditDatabase,
  type AuditEntry,
  type AuditListInput,
} from '../../../domain/audit.ts'
import { typedForms } from '../../../domain/cards/name-forms.ts'
import { cardsFound, containsIgnoringCase } from '../../../database/primitives.ts'
import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import { positionOf, readAll, withPersonal, type EntryWithPersonal } from './audit-reader.ts'
import type { EntryRow } from './chain-hash.ts'
import { chainName } from './chain-name.ts'
import { hiddenActor, hiddenReason, isHidden, parseFields } from './entry-fields.ts'

/** Entries about one target, from one `seq` to another, both included; null is unbounded. */
interface EntryRange {
  targetId: string
  from: number | null
  to: number | null
}

/** A list that may be narrowed to what lies in one of several ranges. */
type RangedInput = AuditListInput & { ranges?: readonly EntryRange[] }

/**
 * A page of entries, newest first, read on the reader thread: a filter may walk the whole log, if only its index. Pages
 * are counted, not continued from a `seq`: an entry that is committed behind a higher one shows with the next look.
 *
 * @param projectKey the project's key in this database; null without one, or where there are no cards
 */
export async function listEntries(
  reader: Reader,
  database: AuditDatabase,
  input: RangedInput,
  projectKey: number | null = null,
): Promise<{ docs: AuditEntry[]; total: number }> {
  const query = matching(database, input, projectKey)
  const page = query
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
  const counted = query.select((count) => count.fn.countAll<number>().as('total'))
  const [rows, totals] = await Promise.all([
    reader.all<EntryRow>('audit page', page),
    reader.all<{ total: number }>('audit total', counted),
  ])
  return {
    docs: (await withPersonal(reader, rows)).map((entry) => entryOf(database, entry)),
    total: totals[0]?.total ?? 0,
  }
}

/** These entries, in no order. */
export async function entriesAt(
  reader: Reader,
  database: AuditDatabase,
  seqs: readonly number[],
): Promise<Map<number, AuditEntry>> {
  if (seqs.length === 0) return new Map()
  const query = builder
    .selectFrom('audit_entry')
    .selectAll()
    .where('seq', 'in', [...seqs])
  const rows = await reader.all<EntryRow>('audit entries', query)
  return new Map((await withPersonal(reader, rows)).map((entry) => [entry.row.seq, entryOf(database, entry)]))
}

/** All filters but the search read nothing but `audit_entry_by_project`. */
function matching(database: AuditDatabase, { ranges, ...input }: RangedInput, projectKey: number | null) {
  let query = builder.selectFrom('audit_entry')
  if (input.projectId !== undefined) query = query.where('project_id', '=', input.projectId)
  if (input.targetId !== undefined) query = query.where('target_id', '=', input.targetId)
  if (input.action !== undefined) query = query.where('action', '=', input.action)
  if (ranges !== undefined)
    query = query.where(({ and, eb, or }) =>
      or(
        ranges.map(({ targetId, from, to }) =>
          and([
            eb('target_id', '=', targetId),
            ...(from === null ? [] : [eb('seq', '>=', from)]),
            ...(to === null ? [] : [eb('seq', '<=', to)]),
          ]),
        ),
      ),
    )
  if (input.from !== undefined) query = query.where('time', '>=', input.from)
  if (input.until !== undefined) query = query.where('time', '<', input.until)
  const { actor, search } = input
  if (actor !== undefined) query = query.where(isNameless(actor) ? 'actor_type' : 'actor_id', '=', actor)
  if (search === undefined || search === '') return query
  const typed = search.toLowerCase()
  const wanted = [typed, ...typedForms(typed)]
  return query.where((is) => {
    const mentioned = is
      .selectFrom('audit_personal')
      .select('audit_personal.seq')
      .where(is.or(wanted.map((form) => containsIgnoringCase('value', form))))
    // The service's own log is short, and names nobody's secrets.
    if (database === 'control')
      return is.or([
        is('seq', 'in', mentioned),
        ...['before', 'after', 'reason'].flatMap((column) => wanted.map((form) => containsIgnoringCase(column, form))),
      ])
    return is.or([is('seq', 'in', mentioned), is('target_id', 'in', cardsFound(search, projectKey))])
  })
}

function isNameless(actor: string): boolean {
  return NAMELESS_ACTORS.some((type) => type === actor)
}

/** Far more than act on a project within years; the newest ones count. */
const MOST_ACTORS = 200

/** Everybody in a log, the latest to act first. */
export async function listActors(
  reader: Reader,
  database: AuditDatabase,
  projectId: string | undefined,
): Promise<AuditActor[]> {
  let groups = builder
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.max<number>('seq').as('last'))
    .groupBy(['actor_type', 'actor_id'])
    .orderBy('last', 'desc')
    .limit(MOST_ACTORS)
  if (projectId !== undefined) groups = groups.where('project_id', '=', projectId)
  const found = await reader.all<{ last: number }>('audit actors', groups)
  if (found.length === 0) return []
  const last = builder
    .selectFrom('audit_entry')
    .selectAll()
    .where(
      'seq',
      'in',
      found.map((group) => group.last),
    )
  const rows = await reader.all<EntryRow>('last entries of actors', last.orderBy('seq', 'desc'))
  return (await withPersonal(reader, rows)).map((entry) => {
    const { actor, channel } = entryOf(database, entry)
    return { key: actor.id ?? actor.type, type: actor.type, name: actor.name, channel }
  })
}

/** All entries, or one project's, in the order in which they were written, up to the end at the time of the call. */
export async function* exportEntries(
  reader: Reader,
  database: AuditDatabase,
  projectId: string | undefined,
): AsyncGenerator<AuditEntry> {
  for await (const entry of readAll(reader, projectId)) yield entryOf(database, entry)
}

function entryOf(database: AuditDatabase, { row, personal }: EntryWithPersonal): AuditEntry {
  const values = new Map(personal.map(({ place, value }) => [place, value]))
  const erased: string[] = []
  const shown = (side: 'before' | 'after'): Record<string, unknown> | null => {
    if (row[side] === null) return null
    return Object.fromEntries(
      Object.entries(parseFields(row[side])).map(([field, value]) => {
        if (!isHidden(value)) return [field, value]
        const place = `${side}.${field}`
        if (!values.has(place)) erased.push(place)
        return [field, values.get(place) ?? null]
      }),
    )
  }
  const shownReason = (): string | null => {
    if (hiddenReason(row.reason) === null) return row.reason
    if (!values.has('reason')) erased.push('reason')
    return values.get('reason') ?? null
  }
  const shownActor = (): string => {
    if (hiddenActor(row) === null) return row.actor_name
    if (!values.has('actor')) erased.push('actor')
    return values.get('actor') ?? ''
  }
  const reason = shownReason()
  const sides = { before: shown('before'), after: shown('after') }
  return {
    seq: row.seq,
    chain: chainName(database, row.chain),
    number: positionOf(row),
    time: row.time,
    actor: { type: row.actor_type, id: row.actor_id, name: shownActor() },
    channel: row.channel,
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    projectId: row.project_id,
    reason,
    ...sides,
    erased,
    hash: Buffer.from(row.hash).toString('hex'),
  }
}

const builder = queryBuilder<AuditTables>()
