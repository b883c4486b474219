import type { CallInput, CallOutput } from '../../../src-preload/contract.ts'
import { importText } from '../../locales/import/words.ts'
import { text, textIfKnown, textsBelow } from '../../locales/messages.ts'
import { IMPORT_FIELDS } from './column-choice.ts'

type RefusedRow = CallOutput<'imports.rows'>['docs'][number]
type Problem = RefusedRow['problems'][number]

/**
 * Why a row is refused, in the person's language: all its faults, or the service's English if a code has
 * no translation.
 */
export function refusalWords({ problems, reason }: Pick<RefusedRow, 'problems' | 'reason'>): string {
  const known = problems.length > 0 && problems.every(({ code }) => textIfKnown(`import.refusal.${code}`) !== null)
  return known ? problems.map(wordsOf).join(' ') : reason
}

/** The words of a file of rows in the person's language, for the service to fill in. */
export function rowWords(): NonNullable<CallInput<'imports.download'>['words']> {
  return {
    line: importText('csv.line'),
    because: importText('csv.because'),
    cardNumber: text('field.cardNumber'),
    field: importText('csv.field'),
    before: importText('csv.before'),
    after: importText('csv.after'),
    fields: Object.fromEntries(IMPORT_FIELDS.map((field) => [field, text(`field.${field}`)])),
    sentences: textsBelow('import.refusal.'),
    subjects: textsBelow('import.refusal.field.'),
  }
}

function wordsOf(problem: Problem): string {
  return text(
    `import.refusal.${problem.code}`,
    'field' in problem ? { ...problem, field: fieldWords(problem) } : problem,
  )
}

function fieldWords(problem: Extract<Problem, { field: string }>): string {
  return problem.code === 'authorization_unknown'
    ? text(`field.${problem.field}`)
    : text(`import.refusal.field.${problem.field}`)
}
