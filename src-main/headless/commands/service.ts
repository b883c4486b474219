import { basename } from 'node:path'
import type { Command } from 'commander'
import { ServiceError } from '../../domain/errors.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { count, table } from '../output/table.ts'
import { style } from '../output/style.ts'
import { openPage } from '../browser/open-page.ts'
import type { Shell } from '../shell.ts'
import { environmentOption, examples } from './shared.ts'

/** Commands about the service as a whole. */
export function registerService(program: Command, shell: Shell): void {
  const login = program
    .command('login')
    .description("print a new sign-in link for the running service's page, or open it")
    .option('--open', 'open it in the browser', false)
    .action(({ open }: { open: boolean }) =>
      shell.run(async (work) => {
        const issued = await work.call('login.issue', {})
        work.print(issued, () => `${issued.uiUrl}\n${style.dim('Valid once, for 10 minutes.')}\n`)
        if (open) openPage({ url: issued.uiUrl, dataDir: work.globals.dataDir, ownWindow: false })
      }),
    )
  examples(login, ['login', 'login --open', 'login --json'])

  const check = program
    .command('check')
    .description(
      'check all three databases, their audit chains and who can read them; exit code 1 when something is wrong',
    )
    .option('--fix-modes', 'restrict folders and files that other users of this machine can open')
    .action(async ({ fixModes = false }: { fixModes?: boolean }) => {
      const report = await checkAll(shell, fixModes)
      shell.print(report, () => describeCheck(report))
      if (!report.ok) process.exitCode = 1
    })
  examples(check, ['check', 'check --json', 'check --fix-modes'])

  const resume = program
    .command('resume')
    .description('release the work held since a restore')
    .addOption(environmentOption().default(undefined, 'both'))
    .action((options: { environment?: 'sandbox' | 'production' }) =>
      shell.run(async (work) => {
        const result = await work.call('hold.release', options)
        work.print(result, () =>
          result.released.length === 0
            ? 'Nothing was held.\n'
            : `Released: ${result.released.join(', ')}.\n${result.released.includes('production') ? style.dim(RESTORED) : ''}`,
        )
      }),
    )
  examples(resume, ['resume', 'resume --environment production'])
}

const RESTORED =
  'Changes that were on their way when the backup was made, and that the provider has not made, wait for you: see "sync pushes" and "drift list".\n'

/** A file too damaged to open is a finding of this command, not a failure. */
async function checkAll(shell: Shell, fixModes: boolean): Promise<CallOutput<'check'>> {
  let report: CallOutput<'check'> | undefined
  try {
    await shell.run(async (work) => {
      report = await work.call('check', { fixModes })
    })
  } catch (error) {
    if (!isBadFile(error)) throw error
    report = {
      ok: false,
      files: [
        {
          name: basename(error.file),
          damage: [error.message],
          audit: { ok: false, count: 0, problem: 'The file cannot be opened' },
        },
      ],
      openPaths: [],
      closedPaths: [],
    }
  }
  if (report === undefined) throw new ServiceError('error.unavailable', 'The check was stopped')
  return report
}

const BAD_FILE = new Set(['corrupt', 'foreign', 'newer', 'tampered', 'missing'])

/** By name, see report-error.ts. */
function isBadFile(error: unknown): error is Error & { file: string } {
  return (
    error instanceof Error &&
    error.name === 'DatabaseError' &&
    'file' in error &&
    'fault' in error &&
    BAD_FILE.has(String(error.fault))
  )
}

function describeCheck({ ok, files, openPaths, closedPaths }: CallOutput<'check'>): string {
  const rows = files.map(({ name, damage, audit }) => [
    name,
    damage.length === 0 ? 'sound' : 'damaged',
    audit.ok ? 'proven' : 'broken',
    count(audit.count),
  ])
  const troubles = files.flatMap(({ name, damage, audit }) =>
    [...damage, ...(audit.problem === null ? [] : [audit.problem])].map((trouble) => `${name}: ${trouble}\n`),
  )
  const sound =
    openPaths.length === 0
      ? style.green('All is well.')
      : style.yellow(
          'The databases are well, but other users of this machine can read their files; restrict them with: check --fix-modes',
        )
  const modes = [
    ...openPaths.map(({ path, mode }) => `${path}: mode ${mode}\n`),
    ...closedPaths.map(({ path, mode }) => `${path}: was ${mode}, closed now\n`),
  ]
  return `${table(['File', 'Structure', 'Audit', 'Entries'], rows, '')}${troubles.join('')}${modes.join('')}${ok ? sound : style.red('Something is wrong.')}\n`
}
