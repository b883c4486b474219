import type { ChangeContext } from '../../src-main/engine/kernel/change-context.ts'

/** Who changes things in tests. */
export const CLERK: ChangeContext = { actor: { type: 'clerk', id: null, name: 'Test clerk' }, channel: 'app' }
