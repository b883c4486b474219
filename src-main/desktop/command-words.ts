/** Words that ask the command line about itself. */
const ABOUT = new Set(['-h', '--help', '-V', '--version'])

/**
 * The command among an installed program's words. A command is a plain word in front: `fuelcard-desk cards list`. What
 * systems start the app with is a switch or a link; behind `--`, where Chromium reads no switches, everything is a command.
 *
 * @param words without the program
 * @returns null for the app with its window
 */
export function commandIn(words: readonly string[]): string[] | null {
  const [first = ''] = words
  if (first === '--') return words.length > 1 ? words.slice(1) : ['--help']
  return ABOUT.has(first) || /^[a-z][a-z-]*$/.test(first) ? [...words] : null
}
