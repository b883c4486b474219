/** Letters that do not decompose into a base and an accent, and how people without such a key type them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
}
const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * The other ways to write a name: without accents (`muller`), with ä ö ü ß as ae oe ue ss
 * (`mueller`), and with ae oe ue read as umlauts and left plain, so that `muller` finds `Mueller` too. A search is
 * expanded the same way, and finds a name if one of its forms occurs in one of the name's.
 *
 * @param key the name as `textKey` makes it
 */
export function nameForms(key: string): string[] {
  return formsOf(key, /([aou])e/gu)
}

/** Like `nameForms`, for unfinished input: a final `ae`, `oe` or `ue` may be the start of something else. */
export function typedForms(key: string): string[] {
  return formsOf(key, /([aou])e(?=[^])/gu)
}

function formsOf(key: string, umlaut: RegExp): string[] {
  const plain = withoutAccents(key)
  const german = withoutAccents(key.replaceAll(/[äöü]/gu, (letter) => GERMAN_LETTERS[letter] ?? letter))
  const forms = new Set([plain, german, plain.replaceAll(umlaut, '$1')])
  forms.delete(key)
  forms.delete('')
  return [...forms]
}

/** Accents of Latin, Greek and Cyrillic letters; in other scripts a mark makes another letter, so it stays. */
function withoutAccents(text: string): string {
  if (!/[^\0-\x7f]/u.test(text)) return text
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøđðłħıþ]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
