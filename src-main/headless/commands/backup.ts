import type { Command } from 'commander'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { commandLine, userPath } from '../invocation.ts'
import { count, shortTime, table } from '../output/table.ts'
import { style } from '../output/style.ts'
import { readSecret } from '../read-secret.ts'
import type { Shell } from '../shell.ts'
import { examples } from './shared.ts'

export function registerBackup(program: Command, shell: Shell): void {
  const backup = program
    .command('backup')
    .description(
      'write a backup of everything while the service goes on; with a passphrase it is one encrypted file that holds the data key',
    )
    .option('--directory <folder>', "target folder (default: the data folder's backups)")
    .option('--passphrase-file <file>', 'file whose first line is the passphrase; - reads standard input')
    .action(({ directory, passphraseFile }: { directory?: string; passphraseFile?: string }) =>
      shell.run(async (work) => {
        const passphrase = passphraseFile === undefined ? undefined : await readSecret(passphraseFile)
        const made = await work.callWithProgress('Backing up:', 'backup.create', {
          directory: directory === undefined ? undefined : userPath(directory),
          passphrase,
        })
        work.print(made, () => `${made.path}\n${withoutKey(made)}`)
      }),
    )
  examples(backup, ['backup', 'backup --directory /mnt/safe --passphrase-file passphrase.txt', 'backup list'])

  const list = backup
    .command('list')
    .description("the backups in the data folder's backups, newest first")
    .action(() =>
      shell.run(async (work) => {
        const all = await work.call('backup.list', {})
        const rows = all.map((one) => [
          shortTime(one.createdAt),
          one.version,
          megabytes(one.sizeBytes),
          one.withDataKey ? 'with data key' : 'without data key',
          one.path,
        ])
        work.print(all, () =>
          table(
            ['Made (UTC)', 'Version', 'MB', 'Data key', 'Where'],
            rows,
            'There is no backup yet; make one with: backup',
          ),
        )
      }),
    )
  examples(list, ['backup list', 'backup list --json'])

  const restore = program
    .command('restore')
    .description('replace the databases with a backup; the current ones are moved to "damaged"')
    .argument('<backup>', "the backup's folder or file")
    .option('--passphrase-file <file>', "file whose first line is the backup's passphrase; - reads standard input")
    .option(
      '--unsealed',
      'take a backup that nothing proves: its seal is missing or wrong, or its data key is gone (then cards and history stay, secrets must be entered again)',
    )
    .action((path: string, { passphraseFile, unsealed }: { passphraseFile?: string; unsealed?: boolean }) =>
      shell.run(
        async (work) => {
          const passphrase = passphraseFile === undefined ? undefined : await readSecret(passphraseFile)
          const report = await work.callWithProgress('Restoring:', 'backup.restore', {
            path: userPath(path),
            passphrase,
            unsealed: unsealed ?? false,
          })
          work.print(report, () => describeRestore(report, work.globals.dataDirAsked))
        },
        // A folder that does not open is the very reason for a restore.
        { openEngine: false },
      ),
    )
  examples(restore, [
    'restore ~/.local/share/fuelcard-desk/backups/fuelcard-desk-…',
    'restore /mnt/safe/fuelcard-desk-….backup --passphrase-file -',
  ])
}

function withoutKey({ withDataKey }: CallOutput<'backup.create'>): string {
  return withDataKey
    ? ''
    : 'It does not hold the data key: keep that as well, or make the backup with --passphrase-file.\n'
}

function describeRestore(
  { restored, damagedMovedTo, held, dataKey, warnings }: CallOutput<'backup.restore'>,
  dataDirAsked: string | undefined,
): string {
  return [
    ...warnings.map((warning) => `${style.yellow('Warning:')} ${warning}\n`),
    `Restored ${restored}\n`,
    damagedMovedTo === null ? '' : `What was there before is in ${damagedMovedTo}\n`,
    dataKey === 'installed'
      ? 'The data key came out of the backup.\n'
      : dataKey === 'replaced'
        ? 'Another data key took the place of the one that is gone: webhook secrets and credentials must be entered again.\n'
        : '',
    held.length === 0
      ? ''
      : `Held: ${held.join(', ')}. Nothing is sent until you release them in the page, or run: ${commandLine(dataDirAsked, 'resume')}\n`,
  ].join('')
}

const megabytes = (bytes: number): string => count(Math.ceil(bytes / 1_000_000))
