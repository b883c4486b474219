import type { IncomingMessage } from 'node:http'
import { CONTRACT_HEADER, contractVersion, requireNear, skewOf } from '../../domain/desk/contract-version.ts'
import type { App } from '../../domain/people/connected-app.ts'
import type { Engine } from '../../engine/engine.ts'

/** Whose session a request has. */
export interface AppSession {
  id: string
  personId: string
  /** Absent for a page. */
  app?: App
}

/** The token of a connected app (RFC 6750, section 2.1); null without one. */
export function bearerToken({ headers }: IncomingMessage): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Whether the caller is a version ahead. A page comes from this service and names none. @throws ServiceError
 * `error.version_skew`
 */
export function contractOf({ headers }: IncomingMessage, { version }: Pick<Engine, 'version'>): boolean {
  const app = headers[CONTRACT_HEADER]
  if (typeof app !== 'string') return false
  const service = contractVersion(version)
  requireNear({ app, service })
  return skewOf(service, app) === 'newer'
}

/** Tells apps which calls they can expect. */
export function contractHeader({ version }: Pick<Engine, 'version'>): Record<string, string> {
  return { [CONTRACT_HEADER]: contractVersion(version) }
}
