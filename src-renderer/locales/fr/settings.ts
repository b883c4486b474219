import type { settings as english } from '../en/settings.ts'

export const settings = {
  'settings.title': 'Réglages',
} as const satisfies Record<keyof typeof english, string>
