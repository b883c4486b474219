import { useEffect, useRef, useState } from 'react'
import type { Cluster } from '../../../../src-main/domain/desk/cluster.ts'
import type { CrossedError } from '../../../../src-preload/contract.ts'
import { useService } from '../../../client/client-context.tsx'

interface Look {
  /** The newest answer, kept while there is no newer one. */
  cluster: Cluster | null
  /** Why the last look had no answer. */
  error: CrossedError | null
  /** By the clock of this device; null before the first answer. */
  answeredAt: number | null
}

const EVERY_MS = 5_000

/** Looks at the cluster every few seconds, while the page is visible. */
export function useCluster(): Look & { lookNow: () => void } {
  const { client } = useService()
  const [seen, setSeen] = useState<Look>({ cluster: null, error: null, answeredAt: null })
  const now = useRef(() => {})
  useEffect(() => {
    let isLooking = false
    let hasLeft = false
    const look = async () => {
      if (isLooking || document.visibilityState !== 'visible') return
      isLooking = true
      const result = await client.call('service.cluster', {})
      isLooking = false
      if (hasLeft) return
      setSeen((before) =>
        result.ok
          ? { cluster: result.value.cluster, error: null, answeredAt: Date.now() }
          : { ...before, error: result.error },
      )
    }
    const lookSoon = () => void look()
    now.current = lookSoon
    lookSoon()
    const timer = setInterval(lookSoon, EVERY_MS)
    document.addEventListener('visibilitychange', lookSoon)
    return () => {
      hasLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookSoon)
    }
  }, [client])
  return { ...seen, lookNow: () => now.current() }
}
