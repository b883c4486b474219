import type { Actor, Channel } from '../../domain/access.ts'

/** Who asks for a change, through which door, and why. */
export interface ChangeContext {
  actor: Actor
  channel: Channel
  reason?: string | undefined
}

/** The service itself, where no person asked for the change. */
export function bySystem(reason?: string): ChangeContext {
  return { actor: { type: 'system', id: null, name: 'Fuelcard Desk' }, channel: 'system', reason }
}

/** A restore, in the files that it brings back. */
export function byRestore(reason?: string): ChangeContext {
  return { actor: { type: 'system', id: null, name: 'Restore' }, channel: 'system', reason }
}
