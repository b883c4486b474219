import type { Handlers } from './handler.ts'

export const desktopHandlers: Handlers<'desktop'> = {
  'desktop.get': async (_input, { host }) => ({ desktop: (await host.desktop?.state()) ?? null }),
  'desktop.update': async (change, { host }) => ({ desktop: (await host.desktop?.update(change)) ?? null }),
}
