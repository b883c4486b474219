import { mayIn } from '../../domain/people/caller.ts'
import type { Handlers } from './handler.ts'

export const keyHandlers: Handlers<'keys'> = {
  'keys.list': async ({ projectId }, { engine, person }) => {
    if (projectId !== undefined) await engine.projects.get(projectId)
    return (await engine.keys.list(projectId)).filter((key) => mayIn(person, key.projectId, 'manager'))
  },
  'keys.create': ({ projectId, environment, name, expiresAt }, { engine, context }) =>
    engine.keys.create({ projectId, environment, name, expiresAt: expiresAt ?? null }, context()),
  'keys.roll': ({ keyId, ...options }, { engine, context }) => engine.keys.roll(keyId, options, context()),
  'keys.revoke': ({ keyId }, { engine, context }) => engine.keys.revoke(keyId, context()),
}
