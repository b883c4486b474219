import type { ReactNode } from 'react'
import { create } from 'zustand'

/** What is about to happen, in words, and the button that names it. */
export interface Consequence {
  title: string
  said: ReactNode
  action: string
  danger?: boolean
  /** If real cards change: the count to type. A single card needs none. */
  count?: number
}

/** The open question and its callback. */
interface Asked {
  consequence: Consequence
  answer: (goOn: boolean) => void
}

export const useConsequence = create<{ asked: Asked | null }>()(() => ({ asked: null }))

/**
 * Says what will happen and asks whether to continue, before anything that lets fuel flow again or cannot be undone.
 * Everything else is done at once and can be undone.
 *
 * @returns whether to continue; also false if another question replaced this one
 */
export function askFirst(consequence: Consequence): Promise<boolean> {
  useConsequence.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (goOn: boolean) => {
      useConsequence.setState({ asked: null })
      resolve(goOn)
    }
    useConsequence.setState({ asked: { consequence, answer } })
  })
}
