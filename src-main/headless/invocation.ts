import { resolve } from 'node:path'

/** npm starts its scripts in the package's folder, and says where the person was. */
function viaNpm(): boolean {
  return ['cli', 'start'].includes(process.env['npm_lifecycle_event'] ?? '')
}

/** How a person runs the command line here, to be repeated in what is printed: through npm, or as installed. */
export function invocation(): string {
  return viaNpm() ? 'npm run -s cli --' : 'fuelcard-desk'
}

/** A path as a person gave it, from where that person is. */
export function userPath(path: string): string {
  return viaNpm() ? resolve(process.env['INIT_CWD'] ?? '.', path) : resolve(path)
}

/** A word as a POSIX shell takes it. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A command as a person types it here, for the folder that this one was for. */
export function commandLine(dataDirAsked: string | undefined, words: string): string {
  return `${invocation()} ${words}${dataDirAsked === undefined ? '' : ` --data-dir ${shellWord(dataDirAsked)}`}`
}
