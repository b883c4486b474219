import type { HostClient } from './client/host-client.ts'
import { placeOf } from './address.ts'
import { useAppStore } from './app-store.ts'
import { PAGES } from './place.ts'

/**
 * Opens the place that the desktop shell asks for, by its menu, a notification or a link: a complete place, or a screen
 * of the current project.
 */
export function followPlaces(window: Window, client: Pick<HostClient, 'subscribe'>): void {
  client.subscribe('place.asked', ({ place }) => {
    const { pathname, searchParams } = new URL(place, window.location.href)
    const screen = PAGES.find((name) => pathname === `/${name}`)
    if (screen !== undefined)
      useAppStore.getState().open(screen, searchParams.size === 0 ? undefined : Object.fromEntries(searchParams))
    // Like a link: going back returns to the place before.
    else if (placeOf(`#${place}`) !== null) window.location.hash = place
  })
}
