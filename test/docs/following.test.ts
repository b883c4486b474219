import { describe, expect, it } from 'vitest'
import { mismatch } from '../support/docs/expected.ts'
import { followPage, isFollowed, oddBlocks } from '../support/docs/follow.ts'
import { brokenLinks } from '../support/docs/links.ts'
import { readPage } from '../support/docs/page.ts'

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`
const pageOf = (...parts: string[]) => readPage('docs/a.md', `<!-- snippets: no service -->\n\n${parts.join('\n')}`)
const follow = (...parts: string[]) => followPage(pageOf(...parts), () => {})

describe('a link', () => {
  it.each([
    ['to a missing file', '[x](nowhere.md)', 'docs/a.md: nowhere.md (no such file)'],
    ['to a missing heading', '# Here\n\n[x](#there)', 'docs/a.md: #there (no such heading)'],
    ['to a missing heading of another page', '[x](../README.md#x)', 'docs/a.md: ../README.md#x (no such heading)'],
    ['out of the project', '[x](../../x.md)', 'docs/a.md: ../../x.md (outside the project)'],
    ['of a picture', '<img src="no.png">', 'docs/a.md: no.png (no such file)'],
  ])('%s is found', (_what, text, found) => {
    expect(brokenLinks([readPage('README.md', '# R'), readPage('docs/a.md', text)])).toEqual([found])
  })

  it('is right if the file and its heading are there', () => {
    const text =
      '## The `same` heading\n\n## The same heading\n\n[a](#the-same-heading) [b](#the-same-heading-1) [c](security.md)'
    expect(brokenLinks([readPage('docs/a.md', text)])).toEqual([])
  })
})

describe('expected output', () => {
  it.each([
    ['text', 'a…c\n…\nend', 'abbc\n1\n2\nend  \n\n', true],
    ['text', 'a\n…\nend', 'a\nend\n', true],
    ['text', 'a…c', 'ab\nc', false],
    ['text', 'a', 'a\nb', false],
    ['json', '{"id": "…", "docs": [{"b": 1, "…": "…"}, "…"]}', '{"docs":[{"b":1,"c":2},3],"id":7}', true],
    ['json', '{"id": "evt_…"}', '{"id":"dlv_1"}', false],
    ['json', '{"a": 1}', '{"a":1,"b":2}', false],
    ['json', '[1]', '[1,2]', false],
    ['json', '{"a": 1}', 'no JSON', false],
  ])('as %s: %j against %j', (language, expected, actual, fits) => {
    expect(mismatch(language, expected, actual) === null).toBe(fits)
  })
})

describe('a page', () => {
  it('is followed in one shell, in one folder', async () => {
    await follow(
      '<!-- snippet: file sub/data.json -->',
      fence('json', '{"n": 20}'),
      '<!-- snippet: first export SECRET=1 -->',
      fence('sh', 'NUMBER=$(node -p "require(\'./sub/data.json\').n + ${SECRET}")'),
      fence('ts', 'const n: number = Number(process.env.NUMBER)\nconsole.log(n * 2)'),
      fence('text', '42'),
      '<!-- snippet: fails 3 -->',
      fence('sh', 'echo out; exit 3'),
      'It prints:\n\n<!-- snippet: prints -->',
      fence('text', 'out'),
    )
  })

  it('can leave something running behind it', async () => {
    await follow(
      '<!-- snippet: background -->',
      fence('js', 'x').replace('js\nx', 'sh\necho starting; echo up; exec sleep 1000'),
      fence('text', '…\nup'),
      fence('sh', 'cat background.txt'),
      fence('text', 'starting\nup'),
    )
  })

  it.each([
    ['a command fails', [fence('sh', 'false')], 'docs/a.md:3: ended with 1 instead of 0'],
    ['a variable is missing', [fence('sh', 'echo $NOTHING')], 'unbound variable'],
    ['the output differs', [fence('sh', 'echo a'), fence('text', 'b')], 'the page states\nb\nand the output is\na'],
    ['what should run on ends', ['<!-- snippet: background -->', fence('sh', 'exit 0')], 'ended with 0'],
    ['a placeholder has nothing behind it', [fence('sh', 'export KEY=sk_…')], 'nothing that the test could fill in'],
    ['a directive is misspelt', ['<!-- snippet: backround -->', fence('sh', ':')], 'there is no directive'],
  ])('is wrong where %s', async (_what, parts, message) => {
    await expect(follow(...parts)).rejects.toThrow(message)
  })

  it('must say what an unknown language is for', () => {
    expect(oddBlocks(pageOf(fence('powershell', 'x'), fence('', 'y')))).toHaveLength(2)
    expect(oddBlocks(pageOf('<!-- snippet: not run: needs Windows -->', fence('powershell', 'x')))).toEqual([])
    expect(oddBlocks(pageOf('<!-- package.json -->', fence('json', '{}')))).toEqual([])
    expect(oddBlocks(pageOf('<!-- resources/portal-openapi.json -->', fence('json', '{}')))).toHaveLength(1)
  })

  it('without a command needs no reader', () => {
    expect(isFollowed(pageOf(fence('text', 'x')))).toBe(false)
  })
})
