import type { Feature } from '../../src-main/domain/desk/policy.ts'
import { useQuery } from './client-context.tsx'

/** Whether the administrator of this computer has turned a feature off: what leads to it is not shown. */
export function useTurnedOff(feature: Feature): boolean {
  return useQuery('policy.get', {}).value?.off.includes(feature) ?? false
}
