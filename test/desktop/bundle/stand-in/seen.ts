import type { MenuItemConstructorOptions, MessageBoxOptions, NotificationConstructorOptions } from 'electron'
import type { Wire } from './wire.ts'

/** What the app did to the system around it, for a test to look at. */
export const seen = {
  schemes: [] as unknown[],
  opened: [] as string[],
  openedPaths: [] as string[],
  copied: [] as string[],
  asked: [] as MessageBoxOptions[],
  errors: [] as string[],
  notifications: [] as { options: NotificationConstructorOptions; click: () => void }[],
  /** What a person answers to the next questions: a button's number. What is not foreseen is answered as by closing. */
  answers: [] as number[],
  menu: [] as MenuItemConstructorOptions[],
  tray: null as null | { image: string; tooltip: string; menu: MenuItemConstructorOptions[]; click: () => void },
  login: [] as unknown[],
  protocols: [] as string[],
  sandboxed: false,
  saved: [] as { path: string }[],
  /** In the order in which they happened. */
  log: [] as string[],
}

/** Leads to the test, which holds the windows; set before the app begins. */
export const host: { wire: Wire | null } = { wire: null }

export function test(): Wire {
  if (host.wire === null) throw new Error('The stand-in is not connected')
  return host.wire
}
