import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/**
 * The wall clock as epoch milliseconds, moved on every `stepMs` milliseconds so that what is drawn from it stays true.
 */
export function useNow(stepMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), stepMs, { autoInvoke: true })
  return now
}
