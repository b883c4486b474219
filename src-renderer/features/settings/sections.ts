import type { PageCallName } from '../../../src-preload/contract.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import type { IconName } from '../../components/icon.tsx'

/** The sections in order. The desktop's exists only in its window. */
const SECTIONS = [
  'profile',
  'appearance',
  'people',
  'signIn',
  'desktop',
  'service',
  'cluster',
  'email',
  'approvals',
  'sandbox',
  'backup',
  'data',
  'projects',
] as const
export type SectionName = (typeof SECTIONS)[number]

export const SECTION_ICONS: Record<SectionName, IconName> = {
  profile: 'person',
  appearance: 'palette',
  signIn: 'signIn',
  desktop: 'desktop',
  service: 'server',
  cluster: 'diagnose',
  email: 'mail',
  approvals: 'shieldCheck',
  sandbox: 'flask',
  backup: 'backup',
  data: 'folder',
  projects: 'projects',
  people: 'people',
}

/** What a section is for: who may not do this is not led there. */
const SECTION_CALLS: Partial<Record<SectionName, PageCallName>> = {
  service: 'settings.update',
  cluster: 'service.cluster',
  approvals: 'approvals.list',
  backup: 'backup.now',
  sandbox: 'sandbox.reset',
  data: 'personal.find',
  projects: 'projects.create',
  people: 'people.list',
  signIn: 'signIn.settings',
  email: 'alerts.get',
}

/** The sections that exist here and are this person's business. */
export function useSections(): readonly SectionName[] {
  const { refusal } = useRights()
  const desktop = useQuery('desktop.get', {}).value?.desktop ?? null
  const isCluster = useQuery('service.info', {}).value?.isCluster === true
  // On a desk nobody signs in, so there is nothing to decide.
  const peopleSignIn = useQuery('signIn.methods', {}).value?.password === true
  return SECTIONS.filter((section) => {
    const call = SECTION_CALLS[section]
    if ((section === 'desktop' && desktop === null) || (section === 'signIn' && !peopleSignIn)) return false
    if (section === 'cluster' && !isCluster) return false
    return call === undefined || refusal(call) === null
  })
}
