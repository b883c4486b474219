import type { EnvironmentName } from '../src-main/domain/environment-name.ts'

/** The screens in the order of the rail. */
export const SCREENS = ['overview', 'cards', 'webhook', 'sync', 'activity', 'access', 'people', 'settings'] as const
export type RailScreen = (typeof SCREENS)[number]
/** With those that only links lead to: the pages of a driver and of a vehicle. */
export const PAGES = [...SCREENS, 'driver', 'vehicle'] as const
export type ScreenName = (typeof PAGES)[number]

export const ENVIRONMENTS = ['sandbox', 'production'] as const satisfies readonly EnvironmentName[]

/** A screen's search, filters, page and open items. Each screen reads its own. */
export type Params = Readonly<Record<string, string>>

/** Where a person is in the app; the address names it, so that back, reload and a bookmark lead there. */
export interface Place {
  /** Null until one is chosen; then the oldest project is shown. */
  projectId: string | null
  environment: EnvironmentName
  screen: ScreenName
  params: Params
}
