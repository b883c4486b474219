/** Options that start the command line without a command. */
const ABOUT = new Set(['-h', '--help', '-V', '--version'])

/**
 * The command among an installed program's arguments. It begins with a plain word: `fuelcard-desk cards list`. Systems
 * start the app with a switch or a link instead. After `--`, where Chromium reads no switches, everything is a command.
 *
 * @param words without the program itself
 * @returns null to open the app with its window
 */
export function commandIn(words: readonly string[]): string[] | null {
  // An AppImage puts this first on systems that refuse the sandbox; commands have no use for one.
  const own = words[0] === '--no-sandbox' ? words.slice(1) : words
  const [first = ''] = own
  if (first === '--') return own.length > 1 ? own.slice(1) : ['--help']
  return ABOUT.has(first) || /^[a-z][a-z-]*$/.test(first) ? [...own] : null
}
