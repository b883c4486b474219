import { createContext, useContext } from 'react'

/**
 * How far the clock of these cards is ahead of the wall's, in milliseconds: a sandbox's can be moved on. Asked for once
 * by
 * the screen, and not by each of a hundred cells.
 */
export const AheadContext = createContext(0)

export function useAhead(): number {
  return useContext(AheadContext)
}
