import { text, textIfKnown } from '../../locales/messages.ts'
import type { ImportReport } from './import-run.ts'

type RefusedRow = ImportReport['refuse'][number]
type Problem = RefusedRow['problems'][number]

/**
 * Why a row is refused, in the person's language: all its faults, or the service's English if a code has
 * no translation.
 */
export function refusalWords({ problems, reason }: RefusedRow): string {
  const known = problems.length > 0 && problems.every(({ code }) => textIfKnown(`import.refusal.${code}`) !== null)
  return known ? problems.map(wordsOf).join(' ') : reason
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
