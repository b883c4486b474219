import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { EnvironmentName } from '../src-main/domain/environment-name.ts'
import { hashOf, placeOf } from './address.ts'
import type { Params, Place, ScreenName } from './place.ts'

interface AppState extends Place {
  paletteOpen: boolean
  chooseProject: (projectId: string) => void
  chooseEnvironment: (environment: EnvironmentName) => void
  /** Opens a screen, as it was left or with these parameters. */
  open: (screen: ScreenName, params?: Params) => void
  /** Changes what the screen shows; with `step`, *Back* undoes the change. */
  show: (params: Params, step?: boolean) => void
  showPalette: (open: boolean) => void
}

const key = ({ projectId, environment, screen }: Place) => `${projectId} ${environment} ${screen}`

/**
 * What every screen depends on: project, environment, screen and what it shows. The first two are kept over a reload.
 */
export const useAppStore = create<AppState>()(
  persist(
    (set, get) => {
      /** How each screen was left, without its open layers. */
      const left = new Map<string, Params>()
      const move = (to: Partial<Place>) => {
        const { card: _card, delivery: _delivery, person: _person, do: _do, ...params } = get().params
        left.set(key(get()), params)
        const place = { ...get(), ...to }
        set({ ...to, params: to.params ?? left.get(key(place)) ?? {} })
        write('step')
      }
      const write = (how: 'step' | 'same') => {
        const hash = hashOf(get())
        if (hash === window.location.hash) return
        if (how === 'step') window.history.pushState(null, '', hash)
        else window.history.replaceState(null, '', hash)
      }
      return {
        projectId: null,
        environment: 'sandbox',
        screen: 'overview',
        params: {},
        paletteOpen: false,
        chooseProject: (projectId) => move({ projectId }),
        chooseEnvironment: (environment) => move({ environment }),
        open: (screen, params) => move({ screen, ...(params === undefined ? {} : { params }) }),
        show: (params, step = false) => {
          set({ params })
          write(step ? 'step' : 'same')
        },
        showPalette: (paletteOpen) => set({ paletteOpen }),
      }
    },
    { name: 'fuelcard-desk.place', partialize: ({ projectId, environment }) => ({ projectId, environment }) },
  ),
)

/** Follows the address, now and on back and forward. */
export function followAddress(window: Window): void {
  const follow = () => {
    const place = placeOf(window.location.hash)
    if (place !== null)
      useAppStore.setState({ ...place, projectId: place.projectId ?? useAppStore.getState().projectId })
    // The bare address: the overview, as at the start.
    else if (window.location.hash === '') useAppStore.setState({ screen: 'overview', params: {} })
  }
  follow()
  window.addEventListener('popstate', follow)
}
