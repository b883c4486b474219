import type { Actor, Channel } from '../../domain/access.ts'

/** Who asks for a change, through which door, and why. */
export interface ChangeContext {
  actor: Actor
  channel: Channel
  reason?: string | undefined
}
