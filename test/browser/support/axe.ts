import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Not serious to axe-core, and yet what a person who goes from landmark to landmark is lost by. */
const LANDMARKS = new Set(['landmark-unique', 'landmark-no-duplicate-banner'])

/** What is left to look at where the same page stands before axe twice: in another theme only colours differ. */
const RULES = {
  everything: null,
  colours: ['color-contrast', 'link-in-text-block'],
  landmarks: [...LANDMARKS],
}

/**
 * What axe-core finds wrong on the page, serious, critical and in its landmarks: one line each, to be compared with
 * none.
 *
 * @param part less than everything where another test looks at the rest of the same page
 */
export async function seriousViolations(page: Page, part: keyof typeof RULES = 'everything'): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(SOURCE)
  // To describe each node that passes is two thirds of axe's work; no rule in force needs the style sheets parsed
  // again.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify({
      resultTypes: ['violations'],
      preload: false,
      ...(RULES[part] === null ? {} : { runOnly: RULES[part] }),
    })}).then((results) => results.violations)`,
  )
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || LANDMARKS.has(id))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}
