import { resolve } from 'node:path'

/** npm runs scripts in the package's folder and passes on where the person was. */
function viaNpm(): boolean {
  return ['cli', 'start'].includes(process.env['npm_lifecycle_event'] ?? '')
}

/** How the command line was run, for the commands it prints: through npm, or as installed. */
export function invocation(): string {
  return viaNpm() ? 'npm run -s cli --' : 'fuelcard-desk'
}

/** A path relative to where the person is. */
export function userPath(path: string): string {
  return viaNpm() ? resolve(process.env['INIT_CWD'] ?? '.', path) : resolve(path)
}

/** A word quoted for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A command to type next, for the same data folder. */
export function commandLine(dataDirAsked: string | undefined, words: string): string {
  return `${invocation()} ${words}${dataDirAsked === undefined ? '' : ` --data-dir ${shellWord(dataDirAsked)}`}`
}
