import type { Role } from './role.ts'

/** How the project of a call is found, where its input has no `projectId` of its own. */
type ProjectLookup =
  /** By `keyId`. */
  | 'key'
  /** `projectId` is a filter; without it, the call concerns the whole service and is for administrators. */
  | 'filter'
  /** `projectId` is a filter; without it, the handler leaves out what the person may not see. */
  | 'listed'

/** What a call asks of its caller. Only `bridge/authorize.ts` judges it. */
export type Needs =
  /** This role in the project that the call concerns. */
  | { readonly role: Role; readonly scope: 'project'; readonly projectOf?: ProjectLookup }
  /** Any person, or an administrator, about the service as a whole. */
  | { readonly role: 'person' | 'administrator'; readonly scope: 'service' }
  /** Any person, about what is their own; the handler asks no other. */
  | { readonly role: 'person'; readonly scope: 'self' }
  /** Anyone who reaches the service, signed in or not. */
  | { readonly role: 'person'; readonly scope: 'public' }
