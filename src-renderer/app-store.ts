import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { EnvironmentName } from '../src-main/domain/environment-name.ts'

interface AppState {
  /** Null until one was chosen: then the oldest project is shown. */
  projectId: string | null
  environment: EnvironmentName
  chooseProject: (projectId: string) => void
  chooseEnvironment: (environment: EnvironmentName) => void
}

/** What every screen depends on: which project, and which of its two halves. Kept over a reload. */
export const useAppStore = create<AppState>()(
  persist(
    (set) => ({
      projectId: null,
      environment: 'sandbox',
      chooseProject: (projectId) => set({ projectId }),
      chooseEnvironment: (environment) => set({ environment }),
    }),
    { name: 'fuelcard-desk.place', partialize: ({ projectId, environment }) => ({ projectId, environment }) },
  ),
)
