import { useEffect, useState } from 'react'

/** Calls once the next frame is painted; returns how not to. */
export function afterFrame(act: () => void): () => void {
  let timer: number | undefined
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Becomes true once a frame has been painted in which something was true. */
export function useAfterFrame(now: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (now && !painted) return afterFrame(() => setPainted(true))
    return undefined
  }, [now, painted])
  return painted
}
