import type { CreatedApiKey, Project } from '../domain/access.ts'
import type { ChangeContext } from '../engine/kernel/change-context.ts'
import type { Engine } from '../engine/engine.ts'

const DEMO_NAME = 'Demo fleet'
const DEMO_CARDS = 48
const CONTEXT: ChangeContext = { actor: { type: 'system', id: null, name: 'First start' }, channel: 'system' }

/** The demo project, with its new key if someone will see it. */
export interface Demo {
  project: Project
  key: CreatedApiKey | null
}

/**
 * Creates the demo fleet in a folder that never had a project: project, cards, inbox and key, in this order. Finishes
 * what an earlier start left unfinished: the key comes last, so a demo project without one is unfinished.
 *
 * @param showsKey whether someone will see the key; otherwise a later start creates it
 * @returns null if there is nothing to do
 */
export async function ensureDemo(engine: Engine, showsKey: boolean): Promise<Demo | null> {
  const project = await openDemo(engine, showsKey)
  if (project === null) return null
  const made = await engine.audit.list('sandbox', { projectId: project.id, action: 'cards.demo', page: 1, limit: 1 })
  // Cards deleted since then stay deleted.
  if (made.total === 0) await engine.environment('sandbox').mockCards?.createDemo(project.id, CONTEXT)
  // The demo fleet comes with a receiver for its events.
  await engine.environment('sandbox').inboxes?.open(project.id)
  const key = showsKey
    ? await engine.keys.create({ projectId: project.id, environment: 'sandbox', name: 'First key' }, CONTEXT)
    : null
  return { project, key }
}

/** The demo project to create or finish. The audit log knows who created each project, deleted ones included. */
async function openDemo(engine: Engine, showsKey: boolean): Promise<Project | null> {
  const projects = await engine.projects.list()
  const [only] = projects
  // First, because it is cheap: reading the audit log takes a thread, which would delay every start.
  if (projects.length > 1 || (only !== undefined && !(await looksUnfinished(engine, only, showsKey)))) return null
  const creations = await engine.audit.list('control', { action: 'project.create', page: 1, limit: 1 })
  if (only === undefined) return creations.total === 0 ? engine.projects.create(DEMO_NAME, CONTEXT) : null
  const ours = creations.total === 1 && creations.docs[0]?.actor.type === 'system'
  return ours ? only : null
}

async function looksUnfinished(engine: Engine, project: Project, showsKey: boolean): Promise<boolean> {
  if (project.name !== DEMO_NAME || (await engine.keys.list(project.id)).length > 0) return false
  if (showsKey) return true
  const { total } = await engine
    .environment('sandbox')
    .cards.list(project.id, { page: 1, limit: 1, sortField: 'createdAt' })
  return total < DEMO_CARDS
}
