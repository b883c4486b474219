import type { Provider, ProviderConnection } from '../../../../src-main/domain/sync/provider.ts'

/** A connection as it is being typed. */
export interface ConnectionDraft {
  adapter: 'rest' | 'file'
  baseUrl: string
  authType: 'oauth2' | 'bearer'
  clientId: string
  clientSecret: string
  tokenUrl: string
  scope: string
  token: string
  /** Files in a folder of this computer, or chosen by hand. */
  watchesFolder: boolean
  folder: string
}

export function draftOf(provider: Provider | null): ConnectionDraft {
  return {
    adapter: provider?.adapter ?? 'rest',
    baseUrl: provider?.baseUrl ?? '',
    authType: provider?.authType ?? 'oauth2',
    clientId: provider?.clientId ?? '',
    // A credential that is stored is never shown again.
    clientSecret: '',
    tokenUrl: '',
    scope: '',
    token: '',
    watchesFolder: provider !== null && provider.folder !== null,
    folder: provider?.folder ?? '',
  }
}

/** Keeps the stored credentials if nothing new is typed: same kind, client and address. */
export function keepsCredentials(draft: ConnectionDraft, provider: Provider | null): boolean {
  if (
    provider === null ||
    provider.adapter !== 'rest' ||
    !provider.hasCredentials ||
    draft.baseUrl.trim() !== provider.baseUrl ||
    draft.authType !== provider.authType
  )
    return false
  return draft.authType === 'bearer'
    ? draft.token === ''
    : draft.clientSecret === '' && draft.clientId === provider.clientId && draft.tokenUrl === '' && draft.scope === ''
}

export type DraftField = 'baseUrl' | 'clientId' | 'clientSecret' | 'token' | 'folder'

/** The required fields still empty. */
export function missingFields(draft: ConnectionDraft, provider: Provider | null): readonly DraftField[] {
  if (draft.adapter === 'file') return draft.watchesFolder && draft.folder.trim() === '' ? ['folder'] : []
  const wanted: DraftField[] = keepsCredentials(draft, provider)
    ? ['baseUrl']
    : draft.authType === 'bearer'
      ? ['baseUrl', 'token']
      : ['baseUrl', 'clientId', 'clientSecret']
  return wanted.filter((field) => draft[field].trim() === '')
}

/** The draft as the service takes it; without `auth`, the stored credentials stay. */
export function connectionOf(draft: ConnectionDraft, provider: Provider | null): ProviderConnection {
  if (draft.adapter === 'file') return { adapter: 'file', folder: draft.watchesFolder ? draft.folder.trim() : null }
  const baseUrl = draft.baseUrl.trim()
  if (keepsCredentials(draft, provider)) return { adapter: 'rest', baseUrl }
  if (draft.authType === 'bearer')
    return { adapter: 'rest', baseUrl, auth: { type: 'bearer', token: draft.token.trim() } }
  const [tokenUrl, scope] = [draft.tokenUrl.trim(), draft.scope.trim()]
  return {
    adapter: 'rest',
    baseUrl,
    auth: {
      type: 'oauth2',
      clientId: draft.clientId.trim(),
      clientSecret: draft.clientSecret.trim(),
      ...(tokenUrl === '' ? {} : { tokenUrl }),
      ...(scope === '' ? {} : { scope }),
    },
  }
}
