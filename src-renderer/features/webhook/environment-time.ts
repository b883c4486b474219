import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'

/** How far the environment's clock is ahead of the wall clock, in milliseconds: a sandbox's can be advanced. */
export function useAheadMs(environment: EnvironmentName): number {
  const { value } = useQuery('clock.show', {})
  return environment === 'sandbox' ? (value?.offsetMs ?? 0) : 0
}
