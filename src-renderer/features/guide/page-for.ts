import type { Params, ScreenName } from '../../place.ts'

const PAGES: Readonly<Record<ScreenName, string>> = {
  overview: 'first-minutes',
  cards: 'find-cards',
  driver: 'find-cards',
  vehicle: 'find-cards',
  webhook: 'webhook',
  sync: 'provider',
  activity: 'activity',
  access: 'api-access',
  people: 'people',
  settings: 'backup',
}

/** What a person is doing on the Cards screen has pages of its own. */
const CARD_TASKS: Readonly<Record<string, string>> = {
  activate: 'activate',
  stack: 'activate',
  disable: 'disable',
  import: 'import',
  'activate-file': 'many-cards',
  'update-file': 'many-cards',
}

/** So have the settings that everybody has. */
const SECTIONS: Readonly<Record<string, string>> = {
  profile: 'sign-in',
  appearance: 'first-minutes',
  people: 'people',
  signIn: 'sign-in',
}

/** The page of the guide for what is on the screen, by its file's name. */
export function pageFor({ screen, params }: { screen: ScreenName; params: Params }): string {
  const task = screen === 'cards' ? (CARD_TASKS[params['do'] ?? ''] ?? (params['expiring'] && 'expiring')) : undefined
  return task ?? (screen === 'settings' ? SECTIONS[params['section'] ?? ''] : undefined) ?? PAGES[screen]
}
