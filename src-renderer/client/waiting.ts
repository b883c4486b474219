const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000

/** The delays between retries in milliseconds; never ends. */
export function* retryDelays(): Generator<number, never> {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) yield delayMs
}

export function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs)
  })
}

/** Resolves once the page is visible. */
export function untilVisible(document: Document): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
  })
}
