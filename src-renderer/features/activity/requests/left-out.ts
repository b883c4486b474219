import { formatNumber, plural, text } from '../../../locales/messages.ts'

/** What the log has instead of a value, and how the page says so; see the mask of `src-main/api/refusals`. */
const LEFT_OUT: readonly (readonly [RegExp, (count: number) => string])[] = [
  [/^\((\d+) characters\)$/, (count) => plural('requests.leftOut.characters', count)],
  [/^\((\d+) bytes that are no JSON\)$/, (count) => plural('requests.leftOut.bytes', count)],
  [/^\(secret\)$/, () => text('requests.leftOut.secret')],
  [/^\(a number\)$/, () => text('requests.leftOut.number')],
  [/^\(masked\)$/, () => text('requests.leftOut.masked')],
  [/^(?:… )?(\d+) more$/, (count) => text('requests.leftOut.more', { count: formatNumber(count) })],
]

/** A value of the request log with what was left out named in the reader's language. */
export function inWords(value: unknown): unknown {
  if (typeof value === 'string') return wordsOf(value)
  if (Array.isArray(value)) return value.map(inWords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [wordsOf(name), inWords(held)]))
}

function wordsOf(kept: string): string {
  for (const [form, words] of LEFT_OUT) {
    const found = form.exec(kept)
    if (found !== null) return words(Number(found[1] ?? 0))
  }
  return kept
}
