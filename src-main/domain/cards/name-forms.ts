/** Letters that carry no separable accent, as a person without them on the keyboard types them. */
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
 * The ways besides its own in which a name may be written (decisions, section 3): without accents (`muller`), with
 * ä ö ü ß as ae oe ue ss (`mueller`), and with ae oe ue taken for umlauts and left plain, so that `Mueller` is found
 * as `muller` too. What is searched for has the same forms; a name is found where one of them stands in one of its own.
 *
 * @param key the name as `textKey` makes it
 */
export function nameForms(key: string): string[] {
  return formsOf(key, /([aou])e/gu)
}

/** The same of what was typed so far: its last two letters may be the beginning of anything. */
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

/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts make other letters, and stay. */
function withoutAccents(text: string): string {
  if (!/[^\0-\x7f]/u.test(text)) return text
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøđðłħıþ]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
