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
  keySource: HostKeySource
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
    .option('--service <name>', 'run the command in a team\'s service, see "connect"')
    .option('--json', 'one JSON document on standard output; errors as JSON on standard error')
    .option('--quiet', 'no progress on standard error')
}

export function readGlobals(program: Command): Globals {
  const given = program.opts<{
    dataDir?: string
    keyFile?: string
    service?: string
    json?: boolean
    quiet?: boolean
  }>()
  return {
    dataDir: given.dataDir === undefined ? dataFolder() : userPath(given.dataDir),
    dataDirAsked: given.dataDir,
    service: given.service,
    keySource: chooseKeySource({
      variable: process.env['FUELCARD_DATA_KEY'],
      keyFile: given.keyFile === undefined ? undefined : userPath(given.keyFile),
      otherwise: folderSource(keyFolder()),
    }),
    json: given.json === true,
    quiet: given.quiet === true,
  }
}
