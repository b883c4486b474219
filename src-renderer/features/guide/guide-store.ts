import { create } from 'zustand'
import { useAppStore } from '../../app-store.ts'
import { pageFor } from './page-for.ts'

/** The page of the guide that is open, by its file's name; null while it is closed. */
export const useGuide = create<{ page: string | null; show: (page: string | null) => void }>()((set) => ({
  page: null,
  show: (page) => set({ page }),
}))

/** Opens the page for what is on the screen. */
export function openGuide(): void {
  useGuide.setState({ page: pageFor(useAppStore.getState()) })
}
