import type { CreatedApiKey, Project } from '../domain/access.ts'
import type { ChangeContext } from '../engine/kernel/change-context.ts'
import type { Engine } from '../engine/engine.ts'

const DEMO_NAME = 'Demo fleet'
const DEMO_CARDS = 48
const CONTEXT: ChangeContext = { actor: { type: 'system', id: null, name: 'First start' }, channel: 'system' }

/** The demo project, with the key that was made for it just now where somebody will see it. */
export interface Demo {
  project: Project
  key: CreatedApiKey | null
}

/**
 * Makes the demo fleet in a folder where no project was ever made: project, cards, inbox, key, in this order. Whatever an
 * earlier start left unfinished is finished; the key comes last, so a demo project without one tells so.
 *
 * @param showsKey whether someone sees the key; without it, none is made, and a later start does it
 * @returns null when there is nothing to do
 */
export async function ensureDemo(engine: Engine, showsKey: boolean): Promise<Demo | null> {
  const project = await openDemo(engine, showsKey)
  if (project === null) return null
  const made = await engine.audit.list('sandbox', { projectId: project.id, action: 'cards.demo', page: 1, limit: 1 })
  // Cards that a person removed since then stay removed.
  if (made.total === 0) await engine.environment('sandbox').mockCards?.createDemo(project.id, CONTEXT)
  // Made before anyone asks: the demo fleet comes with a receiver for its events.
  await engine.environment('sandbox').inboxes?.open(project.id)
  const key = showsKey
    ? await engine.keys.create({ projectId: project.id, environment: 'sandbox', name: 'First key' }, CONTEXT)
    : null
  return { project, key }
}

/** The demo project that is to be made or finished; the audit log knows who made which project, also those deleted since. */
async function openDemo(engine: Engine, showsKey: boolean): Promise<Project | null> {
  const projects = engine.projects.list()
  const [only] = projects
  // Asked first because it is cheap, while the audit log is read by a thread that would hold up every start.
  if (projects.length > 1 || (only !== undefined && !(await looksUnfinished(engine, only, showsKey)))) return null
  const creations = await engine.audit.list('control', { action: 'project.create', page: 1, limit: 1 })
  if (only === undefined) return creations.total === 0 ? engine.projects.create(DEMO_NAME, CONTEXT) : null
  const ours = creations.total === 1 && creations.docs[0]?.actor.type === 'system'
  return ours ? only : null
}

async function looksUnfinished(engine: Engine, project: Project, showsKey: boolean): Promise<boolean> {
  if (project.name !== DEMO_NAME || engine.keys.list(project.id).length > 0) return false
  if (showsKey) return true
  const { total } = await engine
    .environment('sandbox')
    .cards.list(project.id, { page: 1, limit: 1, sortField: 'createdAt' })
  return total < DEMO_CARDS
}
