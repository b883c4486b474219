import type { settings as english } from '../en/settings.ts'

export const settings = {
  'settings.title': 'Einstellungen',
} as const satisfies Record<keyof typeof english, string>
