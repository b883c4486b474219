import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/built/modules.ts'
import { oddBlocks, testOf } from '../support/docs/follow.ts'
import { brokenLinks } from '../support/docs/links.ts'
import { allPages } from '../support/docs/page.ts'
import { typeErrors } from '../support/docs/type-check.ts'

const PAGES = allPages()

describe('the documentation', () => {
  it('has no link that leads nowhere', () => {
    expect(brokenLinks(PAGES)).toEqual([])
  })

  it('says of every code block what it is, and shows files as they are', () => {
    expect(PAGES.flatMap(oddBlocks)).toEqual([])
  })

  it('shows TypeScript that compiles', () => {
    expect(typeErrors(PAGES)).toBe('')
  })

  it('names a test for each page whose snippets are run elsewhere', () => {
    for (const page of PAGES) {
      const test = testOf(page)
      if (test === null) continue
      expect(existsSync(join(ROOT, test)), `${page.path} names ${test}`).toBe(true)
      expect(readFileSync(join(ROOT, test), 'utf8').toUpperCase()).toContain(
        page.path.replace(/\.md$/, '').toUpperCase(),
      )
    }
  })
})
