import { foldText } from './fold-text.ts'

/** Over the reasons in a file of refused rows, in the product's languages; none is the title of a card's field. */
export const REASON_TITLES = ['Refused because', 'Abgelehnt, weil', 'Refusée parce que', 'Geweigerd omdat'] as const
const LINE_TITLES = ['Line in the file', 'Zeile der Datei', 'Ligne du fichier', 'Regel van het bestand']

const REMARKS = new Set([...REASON_TITLES, ...LINE_TITLES].map(foldText))

/**
 * Whether a column is this product's own remark on refused rows, of which an import need not say that it is not read.
 */
export function isRemark(title: string): boolean {
  return REMARKS.has(foldText(title))
}
