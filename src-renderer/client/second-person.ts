import { create } from 'zustand'
import type { PageCallName } from '../../src-preload/contract.ts'
import type { HostClient } from './host-client.ts'

interface RefusedCall {
  call: PageCallName
  input: object
}

/** The call that another manager must approve first, until the person asks for it or drops it. */
export const useRefusedCall = create<{ refused: RefusedCall | null; drop: () => void }>()((set) => ({
  refused: null,
  drop: () => set({ refused: null }),
}))

/** Notes each call that needs a second person, wherever in the app it was made. */
export function notingRefusals(client: HostClient): HostClient {
  return {
    ...client,
    call: async (name, input) => {
      const result = await client.call(name, input)
      if (!result.ok && result.error.code === 'error.approval_required')
        useRefusedCall.setState({ refused: { call: name, input } })
      return result
    },
  }
}
