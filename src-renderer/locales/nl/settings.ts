import type { settings as english } from '../en/settings.ts'

export const settings = {
  'settings.title': 'Instellingen',
} as const satisfies Record<keyof typeof english, string>
