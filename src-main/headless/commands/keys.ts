import { InvalidArgumentError, type Command } from 'commander'
import type { ApiKey, CreatedApiKey } from '../../domain/access.ts'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import { facts, shortTime, table } from '../output/table.ts'
import { style } from '../output/style.ts'
import type { Shell } from '../shell.ts'
import { environmentOption, examples, findProject, projectOption, scopeOf, wholeNumber } from './shared.ts'

const LONGEST_OVERLAP_SECONDS = 30 * 24 * 60 * 60
/** Stays a word until the call: Commander turns an option's null into an empty text. */
const NEVER = 'never'

export function registerKeys(program: Command, shell: Shell): void {
  const keys = program.command('keys').description('list, create, roll and revoke API keys')

  const list = keys
    .command('list')
    .description("a project's keys, or all; never their text")
    .addOption(projectOption())
    .action(({ project }: { project?: string }) =>
      shell.run(async (work) => {
        const all = await work.call(
          'keys.list',
          project === undefined ? {} : { projectId: (await findProject(work, project)).id },
        )
        const rows = all.map((key) => [
          key.id,
          key.prefix + '…',
          key.environment,
          key.name,
          shortTime(key.lastUsedAt),
          stateOf(key),
        ])
        work.print(all, () =>
          table(
            ['Id', 'Key', 'Environment', 'Name', 'Last used (UTC)', 'Status'],
            rows,
            'There is no key yet; make one with: keys create --environment sandbox',
          ),
        )
      }),
    )
  examples(list, ['keys list', 'keys list --project "Demo fleet" --json'])

  const create = keys
    .command('create')
    .description('create a key for one project and environment; it is shown only once')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--name <name>', 'what the key is for')
    .option('--expires <time>', 'when the key expires, such as 2027-06-30 or 2027-06-30T12:00:00Z', parseTime)
    .action(
      ({
        name,
        expires,
        ...scope
      }: {
        project?: string
        environment: EnvironmentName
        name?: string
        expires?: string
      }) =>
        shell.run(async (work) => {
          const key = await work.call('keys.create', {
            ...(await scopeOf(work, scope)),
            ...(name === undefined ? {} : { name }),
            ...(expires === undefined ? {} : { expiresAt: expires }),
          })
          work.print(key, () => describeNew(key))
        }),
    )
  examples(create, [
    'keys create --environment sandbox',
    'keys create --project "Demo fleet" --environment production --name "Dispatch system" --json',
  ])

  const roll = keys
    .command('roll')
    .description('replace a key with a new one; the old one expires after an overlap')
    .argument('<id>', "the old key's ID")
    .option(
      '--overlap-seconds <number>',
      'how long the old key goes on working; 0 ends it at once',
      wholeNumber(0, LONGEST_OVERLAP_SECONDS),
      86_400,
    )
    .option(
      '--expires <time>',
      'when the new key ends, or never; by default it gets the same lifetime as the old key',
      (text: string) => (text === NEVER ? NEVER : parseTime(text)),
    )
    .action((keyId: string, { overlapSeconds, expires }: { overlapSeconds: number; expires?: string }) =>
      shell.run(async (work) => {
        const key = await work.call('keys.roll', {
          keyId,
          overlapSeconds,
          ...(expires === undefined ? {} : { expiresAt: expires === NEVER ? null : expires }),
        })
        work.print(key, () => describeNew(key))
      }),
    )
  examples(roll, ['keys roll 5f2c… --overlap-seconds 3600', 'keys roll 5f2c… --expires never'])

  const revoke = keys
    .command('revoke')
    .description('revoke a key at once')
    .argument('<id>', "the key's ID")
    .action((keyId: string) =>
      shell.run(async (work) => {
        const key = await work.call('keys.revoke', { keyId })
        work.print(key, () => `Revoked ${key.prefix}… (${key.name}).\n`)
      }),
    )
  examples(revoke, ['keys revoke 5f2c…'])
}

function describeNew(key: CreatedApiKey): string {
  const shown = facts([
    ['Key', key.key],
    ['Key ID', key.id],
    ['Project ID', key.projectId],
    ['Environment', key.environment],
    ['Name', key.name],
    ['Expires (UTC)', shortTime(key.expiresAt) ?? 'never'],
  ])
  return `${shown}${style.dim('It is shown this once.')} export FUELCARD_API_KEY=${key.key}\n`
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${shortTime(revokedAt)}`
  if (expiresAt === null) return 'works'
  return `${Date.parse(expiresAt) <= Date.now() ? 'expired' : 'works until'} ${shortTime(expiresAt)}`
}

function parseTime(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a date such as 2027-06-30, or a time such as 2027-06-30T12:00:00Z.')
  return time.toISOString()
}
