import type { Command } from 'commander'
import { givenKeySource, makeKeyFile } from '../../../bridge/data-key-sources.ts'
import { productVersion } from '../../../bridge/locations.ts'
import { invocation, shellWord, userPath } from '../../invocation.ts'
import { style } from '../../output/style.ts'
import { table } from '../../output/table.ts'
import { readSecret } from '../../read-secret.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { examples } from '../shared.ts'
import { registerStoreCopy } from './store-copy.ts'
import { ownerOf, storeAsked } from './store-options.ts'
import { registerStoreStatus } from './store-status.ts'

export function registerStore(program: Command, shell: Shell): void {
  const store = program.command('store').description('the PostgreSQL database of a service on several machines')
  registerPrepare(store, shell)
  registerMigrate(store, shell)
  registerStoreCopy(store, shell)
  registerCheck(store, shell)
  registerStoreStatus(store, shell)
}

interface PrepareOptions {
  to: string
  passwordFile?: string
  renewLogins: boolean
}

function registerPrepare(store: Command, shell: Shell): void {
  const prepare = store
    .command('prepare')
    .description("make schemas, logins and the data key, once, as the database's administrator")
    .argument(
      '[administrator]',
      'postgres://LOGIN@HOST/DATABASE of the administrator, without a password (default: PGUSER, PGHOST, PGPORT, PGDATABASE)',
    )
    .requiredOption(
      '--to <file>',
      "new file for the URLs of the three logins; the owner's goes beside it, in FILE.owner",
    )
    .option(
      '--password-file <file>',
      "file whose first line is the administrator's password; - reads standard input (default: PGPASSWORD, PGPASSFILE)",
    )
    .option('--renew-logins', 'give logins that are there already new passwords', false)
    .action(async (administrator: string | undefined, { to, passwordFile, renewLogins }: PrepareOptions) => {
      const { makeStore } = await import('../../../engine/store/make-store.ts')
      const { keyFile: asked } = shell.globals()
      const file = userPath(to)
      const made = await makeStore({
        administrator: administrator ?? administratorOfEnvironment(),
        password: passwordFile === undefined ? undefined : await readSecret(passwordFile, 'password'),
        file,
        version: productVersion(),
        newPasswords: renewLogins,
      })
      const inVariable = (process.env['FUELCARD_DATA_KEY'] ?? '') !== ''
      const keyFile = inVariable ? null : (asked ?? `${file}.key`)
      const keyMade = keyFile !== null && makeKeyFile(keyFile)
      shell.print({ ...made, keyFile, keyMade }, () =>
        [
          `${made.store} is ready.`,
          `  ${made.logins}  the logins of the instances: give it to each with --store`,
          `  ${made.owner}  the login that migrates: keep it where only upgrades are made`,
          keyFile === null
            ? '  The data key is that of FUELCARD_DATA_KEY.'
            : `  ${keyFile}  the data key${keyMade ? '' : ', which was there already'}: give it to each instance with --key-file, and keep a copy elsewhere`,
          '',
          `Start an instance: ${invocation()} serve --store ${shellWord(made.logins)}${keyFile === null ? '' : ` --key-file ${shellWord(keyFile)}`}`,
          '',
        ].join('\n'),
      )
    })
  examples(prepare, [
    'store prepare --to /etc/fuelcard/store postgres://postgres@db.fleet.example/fuelcard',
    'store prepare --to store --password-file - postgres://postgres@localhost/fuelcard < password.txt',
  ])
}

/** What the driver and psql read. */
function administratorOfEnvironment(): string {
  const { PGUSER = 'postgres', PGHOST = 'localhost', PGPORT = '5432', PGDATABASE } = process.env
  if (PGDATABASE === undefined || PGDATABASE === '')
    throw new UsageError('Say where: postgres://LOGIN@HOST/DATABASE, or PGHOST and PGDATABASE')
  return `postgres://${PGUSER}@${PGHOST}:${PGPORT}/${PGDATABASE}`
}

function registerMigrate(store: Command, shell: Shell): void {
  const migrate = store
    .command('migrate')
    .description(
      'bring the schemas up to date with this version; run it before the first instance of a new version starts',
    )
    .option(
      '--owner <file>',
      'file with the login that owns the schemas (default: FUELCARD_STORE_OWNER, FILE.owner beside the store)',
    )
    .action(async ({ owner }: { owner?: string }) => {
      const { bringUpToDate } = await import('../../../engine/store/bring-up-to-date.ts')
      const globals = shell.globals()
      const named = storeAsked(globals)
      const applied = await bringUpToDate(named, ownerOf(owner, globals.storeOwner, named), productVersion())
      shell.print({ applied }, () => {
        const lines = Object.entries(applied).flatMap(([schema, names]) => names.map((name) => `${schema}: ${name}\n`))
        return lines.length === 0 ? 'The store is up to date.\n' : lines.join('')
      })
    })
  examples(migrate, ['store migrate --store /etc/fuelcard/store', 'store migrate --store /etc/fuelcard/store --json'])
}

function registerCheck(store: Command, shell: Shell): void {
  const check = store
    .command('check')
    .description(
      'look at connection, rights, structure, counters, replication and audit chains; ends with 1 if something is wrong',
    )
    .action(async () => {
      const { checkStore } = await import('../../../engine/store/check-store.ts')
      const globals = shell.globals()
      const report = await checkStore(storeAsked(globals), productVersion(), givenKeySource(globals.keySource))
      if (!report.ok) process.exitCode = 1
      shell.print(report, () => {
        const rows = report.findings.map(({ about, schema = '', verdict, text }) => [about, schema, verdict, text])
        return `${table(['About', 'Schema', '', ''], rows, '')}${report.ok ? style.green('All is well.') : style.red('Something is wrong.')}\n`
      })
    })
  examples(check, [
    'store check --store /etc/fuelcard/store --key-file /etc/fuelcard/store.key',
    'store check --store /etc/fuelcard/store --key-file /etc/fuelcard/store.key --json',
  ])
}
