import type { Actor, Channel } from '../../domain/access.ts'

/** Who makes a change, through which channel, and why. */
export interface ChangeContext {
  actor: Actor
  channel: Channel
  reason?: string | undefined
  /** The bulk job that makes it, so that its entry leads there. */
  job?: string | undefined
  /** The second person who approved it; or that the machine's own command line passed without one. */
  approval?: { by: { id: string; name: string } } | 'command_line' | undefined
  /** Who planned what the clock carries out now. */
  planned?: { by: Pick<Actor, 'id' | 'name'> } | undefined
}

/** The context of changes that no person asked for. */
export function bySystem(reason?: string): ChangeContext {
  return { actor: { type: 'system', id: null, name: 'Fuelcard Desk' }, channel: 'system', reason }
}

/** The context of a planned change that is carried out: its note goes on being a person's. */
export function byClock(planner: Pick<Actor, 'id' | 'name'>, note: string | null): ChangeContext {
  return {
    actor: { type: 'schedule', id: null, name: 'Schedule' },
    channel: 'schedule',
    reason: note ?? undefined,
    planned: { by: planner },
  }
}

/** The context of changes that a restore makes in the files it brings back. */
export function byRestore(reason?: string): ChangeContext {
  return { actor: { type: 'system', id: null, name: 'Restore' }, channel: 'system', reason }
}
