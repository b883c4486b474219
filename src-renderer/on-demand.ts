import { createElement, use, useState, type ComponentType } from 'react'

const pieces = new Set<() => Promise<unknown>>()
const shownFailures = new Set<() => void>()

/** Thrown if a part cannot be fetched: the service is away, or already serves another build. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'
}

/** Declares a part of the app that loads after the first screen; returns a function that fetches it once. */
export function piece<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let fetched: Promise<Value> | null = null
  const attempt = async () => {
    try {
      return await load()
    } catch (error) {
      fetched = null
      throw new NotFetched('A part of the app could not be fetched', { cause: error })
    }
  }
  const fetchOnce = () => (fetched ??= attempt())
  pieces.add(fetchOnce)
  return fetchOnce
}

/**
 * A component whose code is fetched when it is first rendered. Until then the `Suspense` above waits; if it cannot be
 * fetched the `Guard` above says so.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const fetchOnce = piece(load)
  // A failure is kept until a guard shows it: React renders again before it gives up, and would fetch endlessly.
  let drawn: Promise<ComponentType<Props>> | null = null
  const draw = async () => {
    try {
      return await fetchOnce()
    } catch (error) {
      shownFailures.add(() => (drawn = null))
      throw error
    }
  }
  return function OnDemand(props: Props) {
    return createElement(use((drawn ??= draw())), props)
  }
}

/** Whether it has ever been open: what loads on first use then stays, since it has to be seen closing. */
export function useEverOpen(isOpen: boolean): boolean {
  const [ever, setEver] = useState(isOpen)
  if (isOpen && !ever) setEver(true)
  return ever
}

/** Failures already shown: their parts are fetched again on the next render. */
export function forgetFailures(): void {
  for (const forget of shownFailures) forget()
  shownFailures.clear()
}

/**
 * Fetches every missing part, one by one while the page is idle: from then on, the page needs the service only for
 * data.
 */
export async function fetchTheRest(): Promise<void> {
  // A part may declare parts of its own, which join the set during the loop.
  for (const fetchOnce of pieces) {
    await idle()
    try {
      await fetchOnce()
    } catch {
      // The guard around the part reports it; once the service is back this runs again.
    }
  }
}

const LONGEST_WAIT_MS = 2_000

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS })
    // Safari lacks it.
    else setTimeout(resolve, 0)
  })
}
