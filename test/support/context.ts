import type { ChangeContext } from '../../src-main/engine/cards/card-service.ts'

/** Who changes things in tests. */
export const CLERK: ChangeContext = { actor: { type: 'clerk', id: null, name: 'Test clerk' }, channel: 'app' }
