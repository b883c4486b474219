import { Command, CommanderError } from 'commander'
import { registerCommands } from './commands/index.ts'
import { addGlobalOptions } from './globals.ts'
import { productVersion } from '../bridge/locations.ts'
import { refuseService } from './remote/local-commands.ts'
import { reportError } from './report-error.ts'
import { createShell } from './shell.ts'

/** Runs one command line and sets `process.exitCode`. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  // A reader that closes early (`| head`) is not an error.
  process.stdout.on('error', () => {})
  try {
    await createProgram().parseAsync([...words], { from: 'user' })
  } catch (error) {
    // Commander throws for help and version, too, after printing them.
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = reportError(error, words.includes('--json'))
  }
}

/** The whole command line. */
export function createProgram(): Command {
  const program = new Command('fuelcard-desk')
  program
    .description("Manages a fleet's physical fuel cards: service, sandbox and command line.")
    .version(productVersion())
    .configureHelp({ showGlobalOptions: true })
    // The caller reports the error, once.
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .showSuggestionAfterError()
  addGlobalOptions(program)
  registerCommands(program, createShell(program))
  refuseService(program)
  return program
}
