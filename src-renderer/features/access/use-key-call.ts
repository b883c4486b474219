import type { CallOutput } from '../../../src-preload/contract.ts'
import { useCall, type Call } from '../../client/use-call.ts'

type KeyCall = 'keys.create' | 'keys.roll' | 'keys.revoke'

/** Changes the keys. */
export function useKeyCall<Name extends KeyCall>(name: Name, onDone: (value: CallOutput<Name>) => void): Call<Name> {
  return useCall(name, ['keys.list', 'audit.list'], onDone)
}
