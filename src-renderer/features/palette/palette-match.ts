/** A command's search terms. */
export interface Findable {
  group: string
  label: string
  /** Synonyms, separated by spaces. */
  words?: string
  /** Used all day: ranked before others found by the same word. */
  daily?: boolean
}

/** How well a word matches: it starts the label or a synonym, starts a word within the label, or is anywhere in it. */
const FITS = { begins: 3, within: 2, somewhere: 1 } as const

/**
 * The commands that contain every word of the search, in any order and ignoring case and accents: best matches
 * first, grouped, with the group of the best match first. Without a search, all in their original order.
 */
export function matching<Command extends Findable>(commands: readonly Command[], search: string): Command[] {
  const wanted = wordsOf(search)
  if (wanted.length === 0) return [...commands]
  const found = commands
    .flatMap((command) => {
      const fit = fitOf(command, wanted)
      return fit === 0 ? [] : [{ command, fit }]
    })
    .sort(
      (left, right) =>
        right.fit - left.fit || Number(right.command.daily ?? false) - Number(left.command.daily ?? false),
    )
    .map(({ command }) => command)
  return [...Map.groupBy(found, ({ group }) => group).values()].flat()
}

/** 0 if a word is missing. */
function fitOf({ label, words = '' }: Findable, wanted: readonly string[]): number {
  const named = wordsOf(label)
  const called = wordsOf(words)
  // An exact name wins.
  if (named.join(' ') === wanted.join(' ')) return FITS.begins * (wanted.length + 1)
  let sum = 0
  for (const word of wanted) {
    const fit =
      named[0]?.startsWith(word) === true || called.some((other) => other.startsWith(word))
        ? FITS.begins
        : named.some((other) => other.startsWith(word))
          ? FITS.within
          : [...named, ...called].some((other) => other.includes(word))
            ? FITS.somewhere
            : 0
    if (fit === 0) return 0
    sum += fit
  }
  return sum
}

/** Lower case, without accents and punctuation. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
