/** Settings of the service, the app and the data. */
export const settings = {
  'settings.title': 'Settings',
} as const satisfies Record<string, string>
