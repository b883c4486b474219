import { savedViewSchema } from '../../../src-preload/service-calls.ts'
import type { Handlers } from './handler.ts'
import { environmentOf } from './environment-of.ts'

export const overviewHandlers: Handlers<'overview' | 'views' | 'sandbox'> = {
  'overview.get': async (input, scope) => (await environmentOf(input, scope)).overview(input.projectId),

  'views.list': async (place, scope) => {
    await environmentOf(place, scope)
    // Leaves out views of another version that this one cannot show.
    return (await scope.engine.views.list(place)).flatMap((view) => savedViewSchema.safeParse(view).data ?? [])
  },
  'views.save': async ({ projectId, environment, ...view }, scope) => {
    await environmentOf({ projectId, environment }, scope)
    return savedViewSchema.parse(await scope.engine.views.save({ projectId, environment }, view))
  },
  'views.delete': async ({ id, ...place }, scope) => {
    await environmentOf(place, scope)
    await scope.engine.views.remove(place, id)
    return {}
  },

  'sandbox.reset': async ({ projectId, name, withDemoCards }, { engine, context }) => {
    await engine.resetSandbox(projectId, name, { withDemoCards }, context())
    return {}
  },
}
