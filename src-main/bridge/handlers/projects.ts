import { mayIn } from '../../domain/people/caller.ts'
import type { Handlers } from './handler.ts'

export const projectHandlers: Handlers<'projects'> = {
  'projects.list': async (_input, { engine, person }) =>
    (await engine.projects.list()).filter(({ id }) => mayIn(person, id, 'viewer')),
  'projects.create': (input, { engine, context }) => engine.projects.create(input.name, context()),
  'projects.rename': (input, { engine, context }) => engine.projects.rename(input.projectId, input.name, context()),
  'projects.archive': (input, { engine, context }) => engine.projects.archive(input.projectId, context()),
  'projects.delete': async ({ projectId, name }, { engine, context }) => {
    const { backup } = await engine.deleteProject(projectId, name, context())
    return { backup: backup?.path ?? null }
  },
}
