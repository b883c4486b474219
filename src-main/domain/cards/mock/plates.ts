import { digits, pick, type Random } from './random.ts'

/** A plate in the style of one of seven countries; three in ten are German. */
export function licensePlate(next: Random): string {
  return PLATES[next(PLATES.length)]?.(next) ?? ''
}

const GERMAN_DISTRICTS =
  'B M HH K F S D DO E L HB DD H N DU BO W BI BN MS KA MA A WI GE AC KI MD FR OF HL MZ ER HD LU RO TÜ KS'.split(' ')
const AUSTRIAN_DISTRICTS = 'W G L S I K GU WN LL SL BN MD'.split(' ')
const POLISH_DISTRICTS = 'WA WI KR PO GD WR LU KA SZ BI TK RZ'.split(' ')
const SWISS_CANTONS = 'ZH BE VD GE AG SG LU TI BS SO TG'.split(' ')

// Without I, O and Q: most countries omit them, because they look like digits.
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
// Nor J, S and Z: several pairs with them are not issued, because of what they stood for.
const GERMAN_LETTERS = 'ABCDEFGHKLMNPRTUVWXY'
const letter = (next: Random, from = LETTERS): string => from.charAt(next(from.length))
const letters = (next: Random, from = LETTERS): string => letter(next, from) + letter(next, from)
const german = (next: Random): string =>
  `${pick(GERMAN_DISTRICTS, next)}-${letters(next, GERMAN_LETTERS)} ${1 + next(9999)}`

const PLATES: readonly ((next: Random) => string)[] = [
  german,
  german,
  german,
  (next) => `${letters(next)}-${digits(next(1000), 1000)}-${letter(next)}`, // Netherlands
  (next) => `${1 + next(9)}-${letter(next)}${letters(next)}-${digits(next(100), 100)}`, // Netherlands, older series
  (next) => `${letters(next)}-${digits(next(1000), 1000)}-${letters(next)}`, // France
  (next) => `${1 + next(2)}-${letter(next)}${letters(next)}-${digits(next(1000), 1000)}`, // Belgium
  (next) => `${pick(AUSTRIAN_DISTRICTS, next)} ${100 + next(900)} ${letters(next)}`,
  (next) => `${pick(POLISH_DISTRICTS, next)} ${digits(next(100_000), 100_000)}`,
  (next) => `${pick(SWISS_CANTONS, next)} ${10_000 + next(890_000)}`,
]
