import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { mayCall } from '../../src-main/domain/people/may-call.ts'
import type { Person } from '../../src-main/domain/people/person.ts'
import type { PageCallName } from '../../src-preload/contract.ts'
import { text } from '../locales/messages.ts'
import { CALL_NEEDS } from './call-needs.ts'
import { useConnection, useQuery } from './client-context.tsx'

/** Who looks at the page, and what they may do here. */
export interface Rights {
  /** Undefined until known. */
  person: Person | undefined
  /**
   * Why the person may not make a call, in a sentence; null if they may, and until they are known: the service has the
   * last word. For what is shown.
   *
   * @param projectId by default the one that is open; null for all of them
   */
  refusal: (call: PageCallName, projectId?: string | null) => string | null
  /** As `refusal`, for what changes something: nothing can be while the service is out of reach. */
  barrier: (call: PageCallName, projectId?: string | null) => string | null
}

const ANYTHING: Rights = { person: undefined, refusal: () => null, barrier: () => null }
const RightsContext = createContext<Rights>(ANYTHING)

/** Tells all below what the person may do, in the open project unless another is asked about. */
export function RightsProvider({ projectId, children }: { projectId: string | null; children: ReactNode }) {
  const person = useQuery('profile.get', {}).value
  const connection = useConnection()
  const isOffline = connection.state === 'offline'
  const lacks = 'lacks' in connection ? connection.lacks : undefined
  const rights = useMemo(() => {
    const own = person === undefined ? ANYTHING : rightsOf(person, projectId)
    const refusal: Rights['refusal'] = (call, project) =>
      lacks?.includes(call) === true ? text('code.update_service') : own.refusal(call, project)
    return { person, refusal, barrier: isOffline ? () => text('code.offline') : refusal }
  }, [person, projectId, isOffline, lacks])
  return <RightsContext value={rights}>{children}</RightsContext>
}

export function useRights(): Rights {
  return useContext(RightsContext)
}

/**
 * Whether the person may see what a call returns, and why not.
 *
 * @example
 * const { may, why } = useMay('keys.list')
 */
export function useMay(call: PageCallName, projectId?: string | null): { may: boolean; why: string | null } {
  const why = useRights().refusal(call, projectId)
  return { may: why === null, why }
}

/** Why the person can't make a call that changes something; null if they can. Buttons have `Permitted` instead. */
export function useBarrier(call: PageCallName, projectId?: string | null): string | null {
  return useRights().barrier(call, projectId)
}

function rightsOf(person: Person, openProject: string | null): Pick<Rights, 'refusal'> {
  const roles = new Map(person.memberships.map(({ projectId, role }) => [projectId, role]))
  return {
    refusal: (call, projectId) => {
      const needs = CALL_NEEDS[call]
      const concerned = projectId === undefined ? openProject : projectId
      if (mayCall(needs, { isAdministrator: person.isAdministrator, roles }, concerned)) return null
      if (needs.scope !== 'project' || projectId === null) return text('may.administrator')
      const own = concerned === null ? undefined : roles.get(concerned)
      const role = text(`role.${needs.role}`)
      return own === undefined ? text('may.member', { role }) : text('may.role', { role, own: text(`role.${own}`) })
    },
  }
}
