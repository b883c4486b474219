/** In expected output, replaces what differs from run to run: part of a line, or, on a line of its own, any lines. */
const ANYTHING = '…'

/**
 * How an output differs from what the page states, as a sentence; null if it does not.
 *
 * @param language of the stating block: `json` compares values, everything else text
 */
export function mismatch(language: string, expected: string, actual: string): string | null {
  const fits = language === 'json' ? fitsJson(JSON.parse(expected), parsed(actual)) : fitsText(expected, actual)
  return fits ? null : `the page states\n${expected.trimEnd()}\nand the output is\n${actual.trimEnd()}`
}

/** Whether an output that is still growing already contains everything stated. */
export function hasArrived(expected: string, output: string): boolean {
  return new RegExp(`^${pattern(expected)}`).test(normalized(output))
}

function fitsText(expected: string, actual: string): boolean {
  return new RegExp(`^${pattern(expected)}$`).test(normalized(actual))
}

function pattern(expected: string): string {
  return normalized(expected)
    .split('\n')
    .slice(0, -1)
    .map((line) => (line.trim() === ANYTHING ? '(?:.*\n)*?' : `${linePattern(line)}\n`))
    .join('')
}

function linePattern(line: string): string {
  return line.split(ANYTHING).map(RegExp.escape).join('.*?')
}

/** Without what readers do not see: spaces at the end of lines, and empty lines at the end. */
function normalized(text: string): string {
  return `${text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd()}\n`
}

function parsed(actual: string): unknown {
  try {
    return JSON.parse(actual) as unknown
  } catch {
    return undefined
  }
}

function fitsJson(expected: unknown, actual: unknown): boolean {
  if (expected === ANYTHING) return actual !== undefined
  if (typeof expected === 'string')
    return typeof actual === 'string' && new RegExp(`^${linePattern(expected)}$`).test(actual)
  if (Array.isArray(expected)) return fitsArray(expected, actual)
  if (typeof expected !== 'object' || expected === null) return expected === actual
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
  const { [ANYTHING]: more, ...stated } = expected as Record<string, unknown>
  const given = actual as Record<string, unknown>
  const isComplete = more !== undefined || Object.keys(given).every((key) => key in stated)
  return isComplete && Object.entries(stated).every(([key, value]) => fitsJson(value, given[key]))
}

function fitsArray(expected: readonly unknown[], actual: unknown): boolean {
  if (!Array.isArray(actual)) return false
  const isOpen = expected.at(-1) === ANYTHING
  const stated = isOpen ? expected.slice(0, -1) : expected
  if (isOpen ? actual.length < stated.length : actual.length !== stated.length) return false
  return stated.every((value, place) => fitsJson(value, actual[place]))
}
