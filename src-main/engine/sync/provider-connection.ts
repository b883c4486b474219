import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { refusedInput, validationError, type ErrorDetail, type ServiceError } from '../../domain/errors.ts'
import { faultOf } from '../../domain/issue-fault.ts'
import type { ProviderConnection } from '../../domain/sync/provider.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { mayImportFrom } from '../kernel/network.ts'
import { judgePortalUrl, type DestinationPolicy } from '../../net/destination-guard.ts'
import { restPortalSettingsSchema, type RestPortalSettings } from './portals/rest/rest-settings.ts'

/** The part of a connection that may be displayed. */
const publicSettingsSchema = z.discriminatedUnion('adapter', [
  z.object({
    adapter: z.literal('rest'),
    baseUrl: z.string(),
    auth: z.discriminatedUnion('type', [
      z.object({ type: z.literal('bearer') }),
      z.object({
        type: z.literal('oauth2'),
        clientId: z.string(),
        tokenUrl: z.string().optional(),
        scope: z.string().optional(),
      }),
    ]),
  }),
  z.object({ adapter: z.literal('file'), folder: z.string().nullable() }),
])
export type PublicSettings = z.infer<typeof publicSettingsSchema>

/** A connection, split for storage. */
export interface StoredConnection {
  settings: PublicSettings
  /** The part to encrypt; null if none is needed, or it was lost. */
  secret: string | null
}

/** Parses stored settings. */
export function parseSettings(text: string): PublicSettings {
  return publicSettingsSchema.parse(JSON.parse(text))
}

/**
 * Validates a connection entered by a person. Without `auth` the stored credentials stay, unless the address leads to
 * another host: otherwise anyone could have a stored secret sent to an address of their choice.
 *
 * @throws ServiceError `error.validation` with the fields at fault, below `connection`
 */
export function takeConnection(
  connection: ProviderConnection,
  stored: StoredConnection | null,
  core: Pick<EnvironmentCore, 'destinations' | 'network'>,
): StoredConnection {
  if (connection.adapter === 'file') {
    const { folder } = connection
    if (folder !== null && !mayImportFrom(core.network(), folder)) throw folderNotAllowed()
    if (folder !== null && !isFolder(folder))
      throw validationError([
        {
          field: 'connection.folder',
          message: 'Must be the full path of a folder that is there and may be read',
          problem: { code: 'folder_unreadable' },
        },
      ])
    return { settings: { adapter: 'file', folder }, secret: null }
  }
  const auth = connection.auth ?? keptAuth(connection.baseUrl, stored)
  const parsed = restPortalSettingsSchema.safeParse({ baseUrl: connection.baseUrl.trim(), auth })
  if (!parsed.success) throw validationError(detailsOf(parsed.error))
  const misled = misledAddresses(parsed.data, core.destinations())
  if (misled.length > 0) throw validationError(misled)
  return splitSettings(parsed.data)
}

function misledAddresses({ baseUrl, auth }: RestPortalSettings, policy: DestinationPolicy): ErrorDetail[] {
  const tokenUrl = auth.type === 'oauth2' ? auth.tokenUrl : undefined
  return Object.entries({ 'connection.baseUrl': baseUrl, 'connection.auth.tokenUrl': tokenUrl }).flatMap(
    ([field, url]) => {
      const fault = url === undefined ? null : judgePortalUrl(url, policy)
      return fault === null ? [] : [{ field, ...fault }]
    },
  )
}

/** Says nothing of what the folder is, or whether there is one. */
export function folderNotAllowed(): ServiceError {
  return refusedInput(
    'connection.folder',
    'Must be one of the folders that the administrator of the service has allowed',
    { code: 'folder_not_allowed' },
  )
}

/** The settings to connect with; null while credentials are missing. */
export function restSettings({ settings, secret }: StoredConnection): RestPortalSettings | null {
  if (settings.adapter !== 'rest' || secret === null) return null
  const { baseUrl, auth } = settings
  return { baseUrl, auth: auth.type === 'bearer' ? { ...auth, token: secret } : { ...auth, clientSecret: secret } }
}

function splitSettings({ baseUrl, auth }: RestPortalSettings): StoredConnection {
  if (auth.type === 'bearer')
    return { settings: { adapter: 'rest', baseUrl, auth: { type: auth.type } }, secret: auth.token }
  const { clientSecret, ...shown } = auth
  return { settings: { adapter: 'rest', baseUrl, auth: shown }, secret: clientSecret }
}

function keptAuth(baseUrl: string, stored: StoredConnection | null): RestPortalSettings['auth'] {
  const kept = stored === null ? null : restSettings(stored)
  if (kept === null)
    throw validationError([
      { field: 'connection.auth', message: 'The credentials are required', problem: { code: 'credentials_required' } },
    ])
  if (!URL.canParse(baseUrl) || new URL(baseUrl).origin !== new URL(kept.baseUrl).origin) {
    throw validationError([
      {
        field: 'connection.auth',
        message: 'The address leads to another host: give the credentials again',
        problem: { code: 'credentials_of_other_host' },
      },
    ])
  }
  return kept.auth
}

function isFolder(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Names fields and faults, never values. */
function detailsOf({ issues }: z.ZodError): ErrorDetail[] {
  return issues.map((issue) => ({ field: ['connection', ...issue.path].join('.'), ...faultOf(issue) }))
}
