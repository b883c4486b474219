import type { Command } from 'commander'
import type { Provider } from '../../../domain/sync/provider.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { facts, shortTime } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { connectionOf, withConnection, type ConnectionOptions } from './connection-options.ts'
import { registerConformance } from './provider-conformance.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'

const LONGEST_INTERVAL_MINUTES = 1_440

interface SetOptions extends ConnectionOptions {
  project?: string
  interval?: number
  schedule?: boolean
}

/** Connecting a project to its provider. */
export function registerProvider(program: Command, shell: Shell): void {
  const provider = program.command('provider').description("the provider that a project's production cards come from")
  const set = withConnection(
    provider
      .command('set')
      .description('connect a provider, or change the connection; cards are pulled soon after')
      .addOption(projectOption()),
  )
    .option('--interval <minutes>', 'minutes between pulls', wholeNumber(1, LONGEST_INTERVAL_MINUTES))
    .option('--no-schedule', 'pull only on request')
    .option('--schedule', 'pull on schedule again')
    .action(({ project, interval, schedule, ...options }: SetOptions) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const planned = {
          ...(interval === undefined ? {} : { intervalMinutes: interval }),
          ...(schedule === undefined ? {} : { enabled: schedule }),
        }
        const connection = await connectionOf(options)
        if (connection === null && Object.keys(planned).length === 0)
          throw new UsageError('Say what to connect: --adapter rest --url URL, or --adapter file')
        const shown =
          connection === null
            ? await work.call('provider.schedule', { projectId, ...planned })
            : await work.call('provider.set', { projectId, connection, schedule: planned })
        work.print(shown, () => describeProvider(shown))
      }),
    )
  examples(set, [
    'provider set --adapter rest --url https://gateway.example/fuel --client-id fleet --secret-file secret.txt',
    'provider set --adapter rest --url https://gateway.example --token-file - < token.txt',
    'provider set --adapter file --folder ~/exports',
    'provider set --interval 60',
  ])

  const show = provider
    .command('show')
    .description('show the connection, never its credentials')
    .addOption(projectOption())
    .action(({ project }: { project?: string }) =>
      shell.run(async (work) => {
        const shown = await work.call('provider.get', { projectId: (await findProject(work, project)).id })
        work.print(shown, () =>
          shown === null ? 'No provider is connected; connect one with: provider set\n' : describeProvider(shown),
        )
      }),
    )
  examples(show, ['provider show', 'provider show --json'])

  const test = withConnection(
    provider
      .command('test')
      .description('try the stored connection, or another one; exit code 1 if it fails')
      .addOption(projectOption()),
  ).action(({ project, ...options }: SetOptions) =>
    shell.run(async (work) => {
      const { id: projectId } = await findProject(work, project)
      const connection = await connectionOf(options)
      const result = await work.call('provider.test', { projectId, ...(connection === null ? {} : { connection }) })
      work.print(result, () => describeTest(result))
      if (result.result !== 'ok') process.exitCode = 1
    }),
  )
  examples(test, [
    'provider test',
    'provider test --adapter rest --url https://gateway.example --token-file token.txt --json',
  ])

  registerConformance(withConnection(provider.command('conformance')), shell)

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

function describeProvider(provider: Provider): string {
  const { schedule } = provider
  const rest = [
    ['Address', provider.baseUrl],
    ['Signs in with', provider.authType === 'oauth2' ? `client ${provider.clientId ?? ''}` : 'a token'],
    ['Credentials', provider.hasCredentials ? 'stored' : 'missing: give them again with "provider set"'],
  ] as const
  return facts([
    ['Adapter', provider.adapter],
    ...(provider.adapter === 'rest'
      ? rest
      : [['Folder', provider.folder ?? 'none: import exports with "cards import"'] as const]),
    ['Changes', provider.takesChanges ? 'are sent to it' : 'become change orders'],
    [
      'Schedule',
      schedule.enabled ? `every ${schedule.intervalMinutes} min, next ${shortTime(schedule.nextRunAt)} (UTC)` : 'off',
    ],
    ['Failures in a row', provider.failureCount],
  ])
}

function describeTest({ result, message, name }: CallOutput<'provider.test'>): string {
  const mark = result === 'ok' ? style.green('✓') : style.red('✗')
  return `${mark} ${message}${name === null ? '' : ` (${name})`}\n`
}
