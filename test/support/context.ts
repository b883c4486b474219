import type { ChangeContext } from '../../src-main/engine/kernel/change-context.ts'

/** The actor of changes in tests. */
export const CLERK: ChangeContext = { actor: { type: 'clerk', id: null, name: 'Test clerk' }, channel: 'app' }
