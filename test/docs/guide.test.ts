import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { render } from '../../resources/guide-pages.ts'
import { en } from '../../src-renderer/locales/en.ts'
import { en as expiry } from '../../src-renderer/locales/expiry/en.ts'
import { en as imports } from '../../src-renderer/locales/import/en.ts'
import { SCREENS } from '../../src-renderer/place.ts'
import { pageFor } from '../../src-renderer/features/guide/page-for.ts'
import { ROOT } from '../support/built/modules.ts'

const FOLDER = join(ROOT, 'docs/guide')
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** What a text of the app reads like on the screen; one that is nothing but a value could be anything. */
const texts = [en, expiry, imports]
  .flatMap((table) => Object.values<string>(table))
  .filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(RegExp.escape)
          .join('.+')}$`,
      ),
  )

describe('the guide', () => {
  it.each(pages)('%s names in bold only what the app says', (name) => {
    const bold = [...read(name).matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words)
    expect(bold.filter((words) => words !== 'Demo fleet' && !texts.some((text) => text.test(words)))).toEqual([])
  })

  it('lists each of its pages', () => {
    const listed = [...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name)
    expect(listed.toSorted()).toEqual(pages.filter((name) => name !== 'README.md').toSorted())
  })

  it('shows each of its pictures, and keeps no other', () => {
    const shown = pages.flatMap((name) =>
      [...read(name).matchAll(/\]\(pictures\/([\w-]+)\.webp\)/g)].map(([, one = '']) => one),
    )
    const readme = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/pictures\/([\w-]+)\.webp/g)].map(
      ([, one = '']) => one,
    )
    const kept = readdirSync(join(FOLDER, 'pictures')).flatMap((file) => /^(.+)\.webp$/.exec(file)?.[1] ?? [])
    expect(kept.toSorted()).toEqual([...new Set([...shown, ...readme])].toSorted())
    expect(Object.keys(JSON.parse(read('pictures/pictures.json')) as object)).toEqual(kept.toSorted())
  })

  it('has a page for each screen', () => {
    for (const screen of SCREENS) expect(existsSync(join(FOLDER, `${pageFor({ screen, params: {} })}.md`))).toBe(true)
    expect(pageFor({ screen: 'cards', params: { do: 'import' } })).toBe('import')
    expect(pageFor({ screen: 'cards', params: { expiring: 'all' } })).toBe('expiring')
    expect(pageFor({ screen: 'settings', params: { section: 'profile' } })).toBe('sign-in')
  })

  it('becomes a page of the app whose links stay in the app', () => {
    const { title, html } = render(
      '# Title\n\n![A card](pictures/card.webp)\n\n[On](next.md), [out](https://example.com/), [for others](../api/README.md)\n',
      (source) => `made/${source}`,
    )
    expect(title).toBe('Title')
    expect(html).toContain('<img src="made/pictures/card.webp" alt="A card"')
    expect(html).toContain('<a href="#" data-page="next">On</a>, <a href="https://example.com/">out</a>, for others')
  })
})
