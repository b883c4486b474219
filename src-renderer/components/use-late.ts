import { useEffect, useState } from 'react'

/** What is over sooner is felt as at once. */
const FELT_MS = 100

/** True once something has been true for so long that it is felt; false at once. */
export function useLate(now: boolean): boolean {
  const [late, setLate] = useState(false)
  if (late && !now) setLate(false)
  useEffect(() => {
    if (!now) return
    const timer = setTimeout(() => setLate(true), FELT_MS)
    return () => clearTimeout(timer)
  }, [now])
  return late && now
}
