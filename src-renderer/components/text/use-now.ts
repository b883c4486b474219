import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** The wall clock in epoch milliseconds, updated every `stepMs` milliseconds so that texts drawn from it stay true. */
export function useNow(stepMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), stepMs, { autoInvoke: true })
  return now
}
