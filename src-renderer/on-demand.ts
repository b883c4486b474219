import { createContext, createElement, use, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

const pieces = new Set<() => Promise<unknown>>()

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

/** What stands in the place of a part until its code is there: the `Guard` around it says. */
export const InPlaceOfPart = createContext<ReactNode>(null)

/**
 * A component whose code is fetched when it is first drawn, and then drawn at once: `Suspense` would keep its fallback
 * for 300 ms, so that less flickers, and the calls that the part makes would wait with it. If the code cannot be
 * fetched, the `Guard` above says so.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  const fetchOnce = piece(async () => (known = await load()))
  return function OnDemand(props: Props) {
    const inPlace = use(InPlaceOfPart)
    const [Part, setPart] = useState(() => known)
    useLayoutEffect(() => {
      if (Part !== null) return
      fetchOnce().then(
        (fetched) => setPart(() => fetched),
        (error: unknown) =>
          setPart(() => {
            throw error
          }),
      )
    }, [Part])
    return Part === null ? inPlace : createElement(Part, props)
  }
}

/** Whether it has ever been open: what loads on first use then stays, since it has to be seen closing. */
export function useEverOpen(isOpen: boolean): boolean {
  const [ever, setEver] = useState(isOpen)
  if (isOpen && !ever) setEver(true)
  return ever
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
