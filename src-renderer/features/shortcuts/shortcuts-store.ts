import { create } from 'zustand'

/** Whether the list of shortcuts is open. */
export const useShortcuts = create<{ isOpen: boolean }>()(() => ({ isOpen: false }))

export function showShortcuts(isOpen: boolean): void {
  useShortcuts.setState({ isOpen })
}
