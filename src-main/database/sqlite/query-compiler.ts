import { SqliteQueryCompiler, type SelectModifierNode } from 'kysely'

const LOCKS: ReadonlySet<SelectModifierNode['modifier']> = new Set(['ForUpdate', 'ForShare', 'SkipLocked'])

/** Leaves out row locks, which SQLite does not know: a transaction that writes is alone. */
export class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.has(node.modifier)) super.visitSelectModifier(node)
  }
}
