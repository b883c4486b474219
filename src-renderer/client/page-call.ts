import type { CallName } from '../../src-preload/contract.ts'

/** The calls that only the command line may make; a test holds this against the contract. */
export const COMMAND_LINE_CALLS = ['cards.import', 'cards.export', 'audit.export', 'backup.create', 'backup.restore', 'check', 'login.issue'] as const satisfies readonly CallName[]

/** The calls that this app may make. */
export type PageCallName = Exclude<CallName, (typeof COMMAND_LINE_CALLS)[number]>
