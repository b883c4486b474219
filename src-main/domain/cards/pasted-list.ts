import type { Card } from '../card.ts'
import { compactKey, textKey } from './card-list.ts'
import { nameForms } from './name-forms.ts'

/** Lines that are looked up in one call. */
export const LINES_AT_ONCE = 100
export const LINE_LENGTH = 400
/** A shorter part of a number, plate or name would find a card by chance. */
const SHORTEST_PART = 4

/** What a line of a pasted list may name: a card's number, a licence plate or a driver. */
export type Named = Pick<Card, 'cardNumber' | 'licensePlate' | 'driver'>

/** The lines of a text from a mail, a spreadsheet or a CSV file that say something. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/u)
    .map((line) => line.trim().slice(0, LINE_LENGTH))
    .filter((line) => cellsOf(line).length > 0)
}

/**
 * A line's cells as a spreadsheet copies them or a CSV file holds them. A comma may belong to a name: see `partsOf`.
 */
function cellsOf(line: string): string[] {
  return line
    .split(/[\t;|]/u)
    .map(unquoted)
    .filter(isSaid)
}

/** What to look for, the surest first: each cell, "last name, first name" the other way round, what commas separate. */
export function partsOf(line: string): string[] {
  const cells = cellsOf(line)
  const pieces = cells.map((cell) => cell.split(',').map(unquoted).filter(isSaid))
  const names = pieces.filter(({ length }) => length === 2).map(([last, first]) => `${first} ${last}`)
  return [...new Set([...cells, ...names, ...pieces.flat()])]
}

/** Whether the text is the card's whole number, plate or driver, in any spelling that a search folds. */
export function isNamed(text: string, { cardNumber, licensePlate, driver }: Named): boolean {
  const compact = compactKey(text)
  if (compact === cardNumber || (licensePlate !== null && compact === compactKey(licensePlate))) return true
  if (driver === null) return false
  const spellings = spellingsOf(driver)
  return spellingsOf(text).some((spelling) => spellings.includes(spelling))
}

/** Whether a part of a number, plate or name is long enough to stand for it. */
export function isTelling(text: string): boolean {
  return compactKey(text).length >= SHORTEST_PART
}

function spellingsOf(name: string): string[] {
  const key = textKey(name)
  return [key, ...nameForms(key)]
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/u, '$1')
    .trim()
}

function isSaid(cell: string): boolean {
  return /[\p{L}\p{N}]/u.test(cell)
}
