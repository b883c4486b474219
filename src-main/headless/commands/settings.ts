import { text as readAll } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  DEFAULT_SETTINGS,
  settingsByPath,
  settingsChangeSchema,
  type SettingsChange,
} from '../../domain/desk/settings.ts'
import { invalidFields } from '../../domain/issue-fault.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { userPath } from '../invocation.ts'
import { style } from '../output/style.ts'
import { table } from '../output/table.ts'
import type { Shell } from '../shell.ts'
import { fileError, UsageError } from '../usage-error.ts'
import { examples } from './shared.ts'

const NAMES = [...settingsByPath(DEFAULT_SETTINGS).keys()]

export function registerSettings(program: Command, shell: Shell): void {
  const settings = program.command('settings').description("the service's settings")

  const show = settings
    .command('show')
    .description('show all settings, and which were given at the start of this run')
    .action(() =>
      shell.run(async (work) => {
        const view = await work.call('settings.get', {})
        const { settings: decided } = await work.call('policy.get', {})
        work.print(view, () => describe(view, decided))
      }),
    )
  examples(show, ['settings show', 'settings show --json'])

  const set = settings
    .command('set')
    .description('change a setting; takes effect at once, unless the service was started with another value')
    .argument('<name>', `one of ${NAMES.join(', ')}`)
    .argument(
      '<value>',
      'true or false, a number, a word; networks and origins separated by commas; for extraCa a file, or - for standard input; "none" for nothing',
    )
    .action((name: string, value: string) =>
      shell.run(async (work) => {
        const view = await work.call('settings.update', await changeOf(name, value))
        work.print(view, () =>
          view.fixed.includes(name)
            ? `Stored. This service was started with another value, which holds until its end.\n`
            : describe(view),
        )
      }),
    )
  examples(set, [
    'settings set rateLimits.sandbox 1000',
    'settings set backup.daily true',
    'settings set allowedNetworks 10.20.0.0/16,fd00::/8',
    'settings set extraCa company-ca.pem',
    'settings set language none',
  ])
}

/** @throws UsageError for an unknown setting or an invalid value */
async function changeOf(name: string, value: string): Promise<SettingsChange> {
  if (!NAMES.includes(name)) throw new UsageError(`There is no setting "${name}"; there are ${NAMES.join(', ')}`)
  const [group = '', part] = name.split('.')
  const given = await valueOf(name, value)
  const change = settingsChangeSchema.safeParse({ [group]: part === undefined ? given : { [part]: given } })
  if (!change.success)
    throw new UsageError(
      `${name} does not take "${value}": ${invalidFields(change.error)[0]?.message ?? 'it is not valid'}`,
    )
  return change.data
}

async function valueOf(name: string, value: string): Promise<unknown> {
  const nothing = value === 'none' || value === ''
  switch (name) {
    case 'language':
      return nothing ? null : value
    case 'allowedNetworks':
    case 'corsOrigins':
      return nothing ? [] : value.split(',').map((part) => part.trim())
    case 'extraCa':
      return nothing ? '' : value === '-' ? readAll(process.stdin) : readCertificateFile(value)
    default:
      return value === 'true' || value === 'false' ? value === 'true' : /^\d+$/.test(value) ? Number(value) : value
  }
}

function readCertificateFile(file: string): string {
  try {
    return readFileSync(userPath(file), 'utf8')
  } catch (error) {
    throw fileError(`${file} cannot be read`, error)
  }
}

function describe({ settings, fixed }: CallOutput<'settings.get'>, decided: readonly string[] = []): string {
  const rows = [...settingsByPath(settings)].map(([name, value]) => [
    name,
    shown(name, value),
    decided.includes(name) ? 'by policy' : fixed.includes(name) ? 'as started' : '',
  ])
  return `${table(['Setting', 'Value', ''], rows, '')}${fixed.every((name) => decided.includes(name)) ? '' : style.dim('"as started": given on the command line of this run; the stored value applies at the next start without it.\n')}`
}

function shown(name: string, value: unknown): string {
  if (name === 'extraCa')
    return value === '' ? 'none' : `${JSON.stringify(value).split('BEGIN CERTIFICATE').length - 1} certificates`
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
}
