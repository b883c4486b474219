import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'

/**
 * Whether the environment is held since a restore: then nothing scheduled runs, and nothing is merely waiting for its
 * turn.
 */
export function useHeld(environment: EnvironmentName): boolean {
  return useQuery('service.info', {}).value?.holds[environment] != null
}
