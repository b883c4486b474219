import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { browserStep, BUILD, NO_DRILLS, OUTPUT, vitestStep, type Step } from './step.ts'

/**
 * The inner loop: checks the files that differ from the branch's start on main, and runs the tests that import them.
 */
export function changedSteps(): Step[] {
  const base = git('merge-base', 'HEAD', 'main') || git('merge-base', 'HEAD', 'origin/main') || 'HEAD'
  const changed = `${git('diff', '--name-only', '--diff-filter=d', base)}\n${git('ls-files', '--others', '--exclude-standard')}`
  const files = changed.split('\n').filter((name) => name !== '')
  const pages = files.filter((name) => name.endsWith('.md'))
  const specs = files.filter((name) => /^test\/browser\/.*\.spec\.ts$/.test(name))
  const isOfStores = files.some((name) => /(^|\/)(database|postgres|store)\//.test(name))
  const projects = isOfStores ? NO_DRILLS : [...NO_DRILLS, '--project', '!postgres']
  console.log(`${files.length} files changed since ${git('log', '-1', '--format=%h %s', base)}
Left out: fault tests, the desktop app on built bundles, ${isOfStores ? '' : 'the engine over PostgreSQL, '}and browser tests that did not change themselves.
API tests run against the source, not the build. npm test runs everything but the drills.`)
  return [
    {
      name: 'Type check',
      script: 'typescript/bin/tsc',
      words: ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', join(OUTPUT, 'tsc.tsbuildinfo')],
    },
    ...(files.length === 0 ? [] : checksOf(files)),
    { name: 'Unused code', script: 'knip/bin/knip.js', words: [] },
    {
      ...vitestStep('Tests that import what changed', '--changed', base, '--exclude', 'test/faults/**', ...projects),
      environment: { FUELCARD_TEST_SOURCE: '1' },
    },
    ...(pages.length === 0 ? [] : [pagesStep(pages)]),
    ...(specs.length === 0 ? [] : [BUILD, browserStep('Changed browser tests', 'test/browser', ...specs)]),
  ]
}

/** Every link, and what the changed pages tell their readers to do. */
function pagesStep(pages: readonly string[]): Step {
  const names = ['^the documentation', ...pages.map(RegExp.escape)]
  return vitestStep('Changed documentation', 'test/docs/pages', 'test/docs/followed', '-t', `(${names.join('|')})`)
}

function checksOf(files: readonly string[]): Step[] {
  const none = '--no-error-on-unmatched-pattern'
  return [
    { name: 'Format', script: 'oxfmt/bin/oxfmt', words: ['--check', none, ...files] },
    {
      name: 'Lint and layer rule',
      script: 'oxlint/bin/oxlint',
      words: ['--type-aware', none, ...files.filter((name) => /\.(ts|tsx|js)$/.test(name))],
    },
  ]
}

function git(...words: string[]): string {
  return spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
}
