/** A table as both engines have it. Sorted, so that both give the same answer. */
export interface TableShape {
  name: string
  /** Without those that the database computes itself. */
  columns: readonly string[]
  /** The columns of its primary key, in their order; empty for counters kept as changes. */
  key: readonly string[]
  /** Tables that its rows refer to, which come first. */
  refersTo: readonly string[]
}

/**
 * What is about an instance or a moment, not about the fleet: another store begins without it.
 */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  schema_migration: 'each store records its own migrations',
  instance: 'who has the store open',
  duty_lease: 'which instance does what',
  lane_state: 'what an instance knows about a lane in trouble; found out again at the next attempt',
  idempotency_mark: 'requests that are being answered',
  rate_window: 'how much of a limit the instances have taken',
  run_claim: 'which instance carries out a run',
  transit_file: 'files on their way to or from a page',
  transit_piece: 'files on their way to or from a page',
  commit_record: 'commits of the last hour, and notes between instances',
  digit_position: "part of SQLite's search",
}

/** Numbers that the target's own triggers count while the rows come in, by name of the table. */
export const COUNTED: Readonly<Record<string, readonly string[]>> = {
  card_count: ['project_key', 'status', 'sync_status'],
  overview_count: ['about', 'project_key', 'what'],
  sync_count: ['name', 'project_key'],
}

/** Of a table's rows, those that are history, which no trigger could count again: they are copied as they are. */
export const COUNTED_HISTORY = { table: 'overview_count', column: 'about', value: 'change' } as const

/** Rows of `setting` that are about the store itself. */
export const OWN_SETTINGS: readonly string[] = ['store_moved']

export interface CopyPlan {
  /** In an order in which each row finds what it refers to. */
  tables: readonly TableShape[]
  counted: readonly string[]
}

/**
 * Plans a copy from the schemas themselves, so that no table is forgotten.
 *
 * @throws Error if the schemas differ, which a test of the migrations rules out
 */
export function planCopy(source: readonly TableShape[], target: readonly TableShape[]): CopyPlan {
  const copied = (tables: readonly TableShape[]) =>
    tables.filter(({ name }) => !(name in NOT_COPIED) && !(name in COUNTED)).toSorted(byName)
  const ours = copied(source)
  const theirs = copied(target)
  const unlike = [...ours, ...theirs].find(({ name }) => {
    const [one, other] = [ours, theirs].map((tables) => tables.find((table) => table.name === name))
    return JSON.stringify([one?.columns, one?.key]) !== JSON.stringify([other?.columns, other?.key])
  })
  if (unlike !== undefined) throw new Error(`The table ${unlike.name} is not the same in both stores`)
  const keyless = ours.find(({ key }) => key.length === 0)
  if (keyless !== undefined) throw new Error(`The table ${keyless.name} has no primary key, and is not a counter`)
  return { tables: inOrder(ours), counted: Object.keys(COUNTED).filter((name) => has(source, name)) }
}

function has(tables: readonly TableShape[], name: string): boolean {
  return tables.some((table) => table.name === name)
}

function byName(one: TableShape, other: TableShape): number {
  return one.name < other.name ? -1 : 1
}

function inOrder(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = []
  const waiting = [...tables]
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ name, refersTo }) =>
      refersTo.every((other) => other === name || !has(waiting, other)),
    )
    if (next === -1) throw new Error(`The tables ${waiting.map(({ name }) => name).join(', ')} refer to each other`)
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}
