import type { Handlers } from './handler.ts'
import { environmentOf } from './environment-of.ts'

export const holderHandlers: Handlers<'holders'> = {
  'holders.get': async ({ kind, name, ...place }, scope) =>
    (await environmentOf(place, scope)).holders.get(place.projectId, { kind, name }),
  'holders.past': async ({ kind, name, page, limit, ...place }, scope) =>
    (await environmentOf(place, scope)).holders.past(place.projectId, { kind, name }, { page, limit }),
  'holders.history': async ({ kind, name, page, limit, ...place }, scope) =>
    (await environmentOf(place, scope)).holders.history(place.projectId, { kind, name }, { page, limit }),
  'holders.suggest': async ({ kind, typed, limit, ...place }, scope) =>
    (await environmentOf(place, scope)).holders.suggest(place.projectId, { kind, typed, limit }),
}
