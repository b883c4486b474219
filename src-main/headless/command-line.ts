import { Command, CommanderError } from 'commander'
import { registerCommands } from './commands/index.ts'
import { addGlobalOptions } from './globals.ts'
import { productVersion } from '../bridge/locations.ts'
import { reportError } from './report-error.ts'
import { createShell } from './shell.ts'

/** Runs one command line; its outcome stands in `process.exitCode`. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) ends the output, not with an error.
  process.stdout.on('error', () => {})
  try {
    await createProgram().parseAsync([...words], { from: 'user' })
  } catch (error) {
    // Help and version are thrown as well, once they are printed.
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = reportError(error, words.includes('--json'))
  }
}

/** The whole command line, for running and for tests. */
export function createProgram(): Command {
  const program = new Command('fuelcard-desk')
  program
    .description("Manages a fleet's physical fuel cards: service, sandbox and command line.")
    .version(productVersion())
    .configureHelp({ showGlobalOptions: true })
    // The error is told once, by whoever runs this.
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .showSuggestionAfterError()
  addGlobalOptions(program)
  registerCommands(program, createShell(program))
  return program
}
