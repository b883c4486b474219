import type { Handlers } from './handler.ts'

export const settingsHandlers: Handlers<'settings'> = {
  'settings.get': (_input, { engine }) => engine.settings.view(),
  'settings.update': (change, { engine, context }) => engine.settings.update(change, context()),
}
