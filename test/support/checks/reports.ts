import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '../built/modules.ts'

export interface Counts {
  passed: number
  /** The titles of the failed tests, each with the first lines of its reason. */
  failed: string[]
  skipped: number
}

/** The output of vitest's JSON reporter. */
export function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport
  const failed = testResults.flatMap((file) => {
    const titles = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => withReason(fullName, failureMessages[0]))
    // A file that does not load has no failed test.
    return (titles.length === 0 && file.status === 'failed' ? [withReason('does not load', file.message)] : titles).map(
      (title) => `${relative(ROOT, file.name)} › ${title}`,
    )
  })
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Lines of a failed test's reason that are repeated at the end of a run, where they are found in a long log. */
const REASON_LINES = 8

function withReason(title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, REASON_LINES)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

interface Suite {
  suites?: Suite[]
  specs?: Spec[]
}

interface Spec {
  title: string
  file: string
  tests: {
    status: string
    projectName: string
    annotations: { type: string; description?: string }[]
    results: { error?: { message?: string } }[]
  }[]
}

function specsOf(suite: Suite): Spec[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Prints skipped tests with their reasons, and those that passed only on retry: neither may look like a plain pass. */
function printDoubts(specs: readonly Spec[]): void {
  for (const { title, tests } of specs) {
    for (const test of tests.filter(({ status }) => status === 'flaky'))
      console.log(`   passed only at the second attempt [${test.projectName}] ${title}`)
    for (const test of tests.filter(({ status }) => status === 'skipped')) {
      const why = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
      console.log(`   skipped [${test.projectName}] ${title}: ${why}`)
    }
  }
}

/** The output of Playwright's JSON reporter. */
export function playwrightCounts(report: unknown): Counts {
  const specs = specsOf(report as Suite)
  printDoubts(specs)
  const { expected, flaky, skipped } = (report as { stats: Record<'expected' | 'flaky' | 'skipped', number> }).stats
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => withReason(`${file} › ${title}`, results.at(-1)?.error?.message)),
  )
  return { passed: expected + flaky, failed, skipped }
}
