import type { Command } from 'commander'
import type { HostKeySource } from '../bridge/engine-holder.ts'
import { dataFolder, keyFolder } from '../bridge/locations.ts'
import { chooseKeySource, folderSource } from '../bridge/data-key-sources.ts'
import { userPath } from './invocation.ts'

/** The options of every command. */
export interface Globals {
  dataDir: string
  /** As given; undefined for the platform's data folder. */
  dataDirAsked: string | undefined
  /** The connected service that runs the command; undefined for this machine. */
  service: string | undefined
  /** The store of a cluster: a `postgres://` URL or the file that names its logins; undefined for a desk. */
  store: string | undefined
  /** The login that owns the store's schemas, as FUELCARD_STORE_OWNER names it. */
  storeOwner: string | undefined
  keySource: HostKeySource
  /** As given. */
  keyFile: string | undefined
  json: boolean
  quiet: boolean
}

export function addGlobalOptions(program: Command): void {
  program
    .option('--data-dir <folder>', "the data folder (default: the platform's)")
    .option(
      '--key-file <file>',
      'the file that holds the data key (default: FUELCARD_DATA_KEY, or a file in the config folder)',
    )
    .option('--store <store>', 'the store of a cluster: a postgres:// URL, or the file that "store prepare" wrote')
    .option('--service <name>', 'run the command in a team\'s service, see "connect"')
    .option('--json', 'one JSON document on standard output; errors as JSON on standard error')
    .option('--quiet', 'no progress on standard error')
}

export function readGlobals(program: Command): Globals {
  const given = program.opts<{
    dataDir?: string
    keyFile?: string
    store?: string
    service?: string
    json?: boolean
    quiet?: boolean
  }>()
  return {
    dataDir: given.dataDir === undefined ? dataFolder() : userPath(given.dataDir),
    dataDirAsked: given.dataDir,
    service: given.service,
    store: storeOf(given.store ?? process.env['FUELCARD_STORE']),
    storeOwner: storeOf(process.env['FUELCARD_STORE_OWNER']),
    keyFile: given.keyFile === undefined ? undefined : userPath(given.keyFile),
    keySource: chooseKeySource({
      variable: process.env['FUELCARD_DATA_KEY'],
      keyFile: given.keyFile === undefined ? undefined : userPath(given.keyFile),
      otherwise: folderSource(keyFolder()),
    }),
    json: given.json === true,
    quiet: given.quiet === true,
  }
}

/** A path is taken from where the command runs. */
function storeOf(given: string | undefined): string | undefined {
  if (given === undefined || given === '') return undefined
  return /^postgres(ql)?:/.test(given) ? given : userPath(given)
}
