import type { IconName } from '../../components/icon.tsx'

/** The sections in order. The desktop's exists only in its window. */
export const SECTIONS = [
  'profile',
  'appearance',
  'people',
  'signIn',
  'desktop',
  'service',
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
  people: 'person',
  signIn: 'signIn',
  desktop: 'desktop',
  service: 'server',
  email: 'mail',
  approvals: 'shieldCheck',
  sandbox: 'flask',
  backup: 'backup',
  data: 'folder',
  projects: 'projects',
}
