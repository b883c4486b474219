import { Option, type Command } from 'commander'
import type { ProviderConnection } from '../../../domain/sync/provider.ts'
import { userPath } from '../../invocation.ts'
import { readSecret } from '../../read-secret.ts'
import { UsageError } from '../../usage-error.ts'

export interface ConnectionOptions {
  adapter?: 'rest' | 'file'
  url?: string
  clientId?: string
  secretFile?: string
  tokenFile?: string
  oauthUrl?: string
  scope?: string
  folder?: string
}

/** Adds the options that name a gateway or a folder. */
export function withConnection(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--adapter <adapter>',
        'rest: a gateway that speaks the portal protocol; file: exports from its website',
      ).choices(['rest', 'file']),
    )
    .option('--url <url>', "the gateway's address")
    .option('--client-id <id>', 'OAuth 2 client ID; the secret comes from --secret-file')
    .option('--secret-file <file>', 'file whose first line is the client secret; - reads standard input')
    .option('--token-file <file>', 'file whose first line is a static bearer token; - reads standard input')
    .option('--oauth-url <url>', 'token endpoint (default: <url>/oauth/token)')
    .option('--scope <scope>', 'OAuth 2 scope, if the gateway requires one')
    .option('--folder <folder>', 'a folder to watch for new exports; without one, import them by hand')
}

/** Null if none of the options was given. */
export async function connectionOf(options: ConnectionOptions): Promise<ProviderConnection | null> {
  const { adapter, url, clientId, secretFile, tokenFile, oauthUrl, scope, folder } = options
  if (Object.values(options).every((value) => value === undefined)) return null
  if ((adapter ?? (folder === undefined ? 'rest' : 'file')) === 'file') {
    if ([url, clientId, secretFile, tokenFile, oauthUrl, scope].some((value) => value !== undefined))
      throw new UsageError('--adapter file takes only --folder')
    return { adapter: 'file', folder: folder === undefined ? null : userPath(folder) }
  }
  if (folder !== undefined) throw new UsageError('--folder belongs to --adapter file')
  if (url === undefined) throw new UsageError('--adapter rest needs --url')
  if (tokenFile !== undefined) {
    if ([clientId, secretFile, oauthUrl, scope].some((value) => value !== undefined))
      throw new UsageError('Give either --token-file, or --client-id and --secret-file')
    return { adapter: 'rest', baseUrl: url, auth: { type: 'bearer', token: await readSecret(tokenFile, 'token') } }
  }
  if ((clientId === undefined) !== (secretFile === undefined))
    throw new UsageError('--client-id and --secret-file belong together')
  if (clientId === undefined || secretFile === undefined) return { adapter: 'rest', baseUrl: url }
  const optional = {
    ...(oauthUrl === undefined ? {} : { tokenUrl: oauthUrl }),
    ...(scope === undefined ? {} : { scope }),
  }
  return {
    adapter: 'rest',
    baseUrl: url,
    auth: { type: 'oauth2', clientId, clientSecret: await readSecret(secretFile, 'client secret'), ...optional },
  }
}
