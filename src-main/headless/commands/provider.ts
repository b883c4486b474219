import { Option, type Command } from 'commander'
import type { Provider, ProviderConnection } from '../../domain/provider.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { userPath } from '../invocation.ts'
import { facts, shortTime } from '../output/table.ts'
import { style } from '../output/style.ts'
import { readSecret } from '../read-secret.ts'
import type { Shell } from '../shell.ts'
import { UsageError } from '../usage-error.ts'
import { examples, findProject, projectOption, wholeNumber } from './shared.ts'

const LONGEST_INTERVAL_MINUTES = 1_440

interface ConnectionOptions {
  adapter?: 'rest' | 'file'
  url?: string
  clientId?: string
  secretFile?: string
  tokenFile?: string
  oauthUrl?: string
  scope?: string
  folder?: string
}

interface SetOptions extends ConnectionOptions {
  project?: string
  interval?: number
  schedule?: boolean
}

/** How a project's production is connected to its provider. */
export function registerProvider(program: Command, shell: Shell): void {
  const provider = program.command('provider').description("the provider that a project's production cards come from")
  const withConnection = (command: Command) =>
    command
      .addOption(new Option('--adapter <adapter>', 'rest: a gateway that speaks the portal protocol; file: exports from its website').choices(['rest', 'file']))
      .option('--url <url>', 'address of the gateway')
      .option('--client-id <id>', 'OAuth 2 client id; its secret comes from --secret-file')
      .option('--secret-file <file>', 'file whose first line is the client secret; - reads standard input')
      .option('--token-file <file>', 'file whose first line is a static bearer token; - reads standard input')
      .option('--oauth-url <url>', 'where tokens are asked for (default: <url>/oauth/token)')
      .option('--scope <scope>', 'OAuth 2 scope, where the gateway wants one')
      .option('--folder <folder>', 'a folder that is watched for new exports; without it they are imported by hand')

  const set = withConnection(provider.command('set').description('connect a provider, or change the connection; cards are pulled soon after').addOption(projectOption()))
    .option('--interval <minutes>', 'pull so often', wholeNumber(1, LONGEST_INTERVAL_MINUTES))
    .option('--no-schedule', 'pull only when asked')
    .option('--schedule', 'pull by itself again')
    .action(({ project, interval, schedule, ...options }: SetOptions) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const planned = { ...(interval === undefined ? {} : { intervalMinutes: interval }), ...(schedule === undefined ? {} : { enabled: schedule }) }
        const connection = await connectionOf(options)
        if (connection === null && Object.keys(planned).length === 0) throw new UsageError('Say what to connect: --adapter rest --url URL, or --adapter file')
        const shown = connection === null ? await work.call('provider.schedule', { projectId, ...planned }) : await work.call('provider.set', { projectId, connection, schedule: planned })
        work.print(shown, () => describeProvider(shown))
      }),
    )
  examples(set, [
    'provider set --adapter rest --url https://gateway.example/fuel --client-id fleet --secret-file secret.txt',
    'pass show gateway | fuelcard-desk provider set --adapter rest --url https://gateway.example --token-file -',
    'provider set --adapter file --folder ~/exports',
    'provider set --interval 60',
  ])

  const show = provider
    .command('show')
    .description('the connection, never its credentials')
    .addOption(projectOption())
    .action(({ project }: { project?: string }) =>
      shell.run(async (work) => {
        const shown = await work.call('provider.get', { projectId: (await findProject(work, project)).id })
        work.print(shown, () => (shown === null ? 'No provider is connected; connect one with: provider set\n' : describeProvider(shown)))
      }),
    )
  examples(show, ['provider show', 'provider show --json'])

  const test = withConnection(provider.command('test').description('try the connection, or one that is not stored; exit code 1 when it does not work').addOption(projectOption())).action(({ project, ...options }: SetOptions) =>
    shell.run(async (work) => {
      const { id: projectId } = await findProject(work, project)
      const connection = await connectionOf(options)
      const result = await work.call('provider.test', { projectId, ...(connection === null ? {} : { connection }) })
      work.print(result, () => describeTest(result))
      if (result.result !== 'ok') process.exitCode = 1
    }),
  )
  examples(test, ['provider test', 'provider test --adapter rest --url https://gateway.example --token-file token.txt --json'])

  const remove = provider
    .command('remove')
    .description('forget the connection and its credentials; cards and history stay')
    .addOption(projectOption())
    .action(({ project }: { project?: string }) =>
      shell.run(async (work) => {
        await work.call('provider.remove', { projectId: (await findProject(work, project)).id })
        work.print({ removed: true }, () => 'Removed.\n')
      }),
    )
  examples(remove, ['provider remove'])
}

/** Null where none of its options was given. */
async function connectionOf(options: ConnectionOptions): Promise<ProviderConnection | null> {
  const { adapter, url, clientId, secretFile, tokenFile, oauthUrl, scope, folder } = options
  if (Object.values(options).every((value) => value === undefined)) return null
  if ((adapter ?? (folder === undefined ? 'rest' : 'file')) === 'file') {
    if ([url, clientId, secretFile, tokenFile, oauthUrl, scope].some((value) => value !== undefined)) throw new UsageError('--adapter file takes --folder alone')
    return { adapter: 'file', folder: folder === undefined ? null : userPath(folder) }
  }
  if (folder !== undefined) throw new UsageError('--folder belongs to --adapter file')
  if (url === undefined) throw new UsageError('--adapter rest needs --url')
  if (tokenFile !== undefined) {
    if ([clientId, secretFile, oauthUrl, scope].some((value) => value !== undefined)) throw new UsageError('Give either --token-file, or --client-id and --secret-file')
    return { adapter: 'rest', baseUrl: url, auth: { type: 'bearer', token: await readSecret(tokenFile, 'token') } }
  }
  if ((clientId === undefined) !== (secretFile === undefined)) throw new UsageError('--client-id and --secret-file belong together')
  if (clientId === undefined || secretFile === undefined) return { adapter: 'rest', baseUrl: url }
  const optional = { ...(oauthUrl === undefined ? {} : { tokenUrl: oauthUrl }), ...(scope === undefined ? {} : { scope }) }
  return { adapter: 'rest', baseUrl: url, auth: { type: 'oauth2', clientId, clientSecret: await readSecret(secretFile, 'client secret'), ...optional } }
}

function describeProvider(provider: Provider): string {
  const { schedule } = provider
  const rest = [
    ['Address', provider.baseUrl],
    ['Signs in with', provider.authType === 'oauth2' ? `client ${provider.clientId ?? ''}` : 'a token'],
    ['Credentials', provider.hasCredentials ? 'stored' : 'missing: give them again with "provider set"'],
  ] as const
  return facts([
    ['Adapter', provider.adapter],
    ...(provider.adapter === 'rest' ? rest : [['Folder', provider.folder ?? 'none: import exports with "cards import"'] as const]),
    ['Changes', provider.takesChanges ? 'are sent to it' : 'become change orders'],
    ['Schedule', schedule.enabled ? `every ${schedule.intervalMinutes} min, next ${shortTime(schedule.nextRunAt)} (UTC)` : 'off'],
    ['Failures in a row', provider.failureCount],
  ])
}

function describeTest({ result, message, name }: CallOutput<'provider.test'>): string {
  const mark = result === 'ok' ? style.green('✓') : style.red('✗')
  return `${mark} ${message}${name === null ? '' : ` (${name})`}\n`
}
