/** Keeps only letters and digits, in lower case and without accents: `Gültig bis:` folds to `gultigbis`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Both ways to type a German word without umlauts: `gültig` gives `gultig` and `gueltig`. */
export function foldings(word: string): string[] {
  const spelledOut = word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
  return [foldText(word), foldText(spelledOut)]
}
