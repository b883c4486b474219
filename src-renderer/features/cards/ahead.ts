import { createContext, useContext } from 'react'

/**
 * How far the environment's clock is ahead of the wall clock, in milliseconds: a sandbox's can be advanced. Read once
 * by the screen, not by each of a hundred cells.
 */
export const AheadContext = createContext(0)

export function useAhead(): number {
  return useContext(AheadContext)
}
