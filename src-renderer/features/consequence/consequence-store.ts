import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { PlannedAction } from '../../../src-main/domain/cards/planned-change.ts'

/** What is about to happen, in words, and the button that names it. */
export interface Consequence {
  title: string
  said: ReactNode
  action: string
  danger?: boolean
  /** Offers to let it end, with what follows then; `required` if a time is what is asked for. */
  until?: { action: PlannedAction; aheadMs: number; required?: boolean }
  /** If real cards change: the count to type. A single card needs none. */
  count?: number
}

/** The open question and its callback. */
interface Asked {
  consequence: Consequence
  answer: (goOn: boolean, until?: string | null) => void
}

export const useConsequence = create<{ asked: Asked | null }>()(() => ({ asked: null }))

/**
 * Says what will happen and asks whether to continue, before anything that lets fuel flow again or cannot be undone.
 * Everything else is done at once and can be undone.
 *
 * @returns whether to continue; also false if another question replaced this one
 */
export async function askFirst(consequence: Consequence): Promise<boolean> {
  return (await askUntil(consequence)) !== null
}

/** The same; also until when it is to last, or null for no. */
export function askUntil(consequence: Consequence): Promise<{ until: string | null } | null> {
  useConsequence.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (goOn: boolean, until: string | null = null) => {
      useConsequence.setState({ asked: null })
      resolve(goOn ? { until } : null)
    }
    useConsequence.setState({ asked: { consequence, answer } })
  })
}
