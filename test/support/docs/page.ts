import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import GithubSlugger from 'github-slugger'
import { lexer, type Token, type Tokens } from 'marked'
import { ROOT } from '../built/modules.ts'

/** A Markdown file as its readers see it. */
export interface Page {
  /** Relative to the project's folder, with slashes. */
  path: string
  /** Targets of links and pictures, as written. */
  links: readonly string[]
  /** The valid anchors: what may follow `#` in a link to this page. */
  anchors: ReadonlySet<string>
  blocks: readonly Block[]
  /** The `<!-- snippets: … -->` directive for the whole page. */
  directives: readonly string[]
}

/** A fenced code block. */
export interface Block {
  /** `docs/api/errors.md:42`, for messages. */
  place: string
  line: number
  language: string
  code: string
  /** The `<!-- snippet: … -->` directives directly above it. */
  directives: readonly string[]
  /** The repository file that it shows, if a comment above names one: `<!-- resources/receivers/python.py -->`. */
  shows: string | null
  /** Whether only comments separate it from the block before. */
  followsBlock: boolean
}

/** Folders with build results or downloads. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'out', 'output'])

/** Every Markdown file of the project, by path. */
export function allPages(): Page[] {
  return markdownIn(ROOT)
    .toSorted((left, right) => left.localeCompare(right))
    .map((path) => readPage(path, readFileSync(join(ROOT, path), 'utf8')))
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : markdownIn(path)
    return entry.name.endsWith('.md') ? [relative(ROOT, path).split(sep).join('/')] : []
  })
}

/** @param path relative to the project's folder */
export function readPage(path: string, text: string): Page {
  const tokens = lexer(text.replaceAll('\r\n', '\n'))
  const links: string[] = []
  const anchors = new Set<string>()
  const slugger = new GithubSlugger()
  for (const token of everyToken(tokens)) {
    if (token.type === 'link' || token.type === 'image') links.push(String(token['href']))
    if (token.type === 'heading') anchors.add(slugger.slug(plainText(token)))
    if (token.type === 'html') {
      for (const [, , target = ''] of token.raw.matchAll(/\b(href|src|srcset)="([^" ]+)/g)) links.push(target)
      for (const [, , name = ''] of token.raw.matchAll(/\b(id|name)="([^"]+)"/g)) anchors.add(name)
    }
  }
  return { path, links, anchors, blocks: blocksOf(path, tokens), directives: pageDirectives(text) }
}

function pageDirectives(text: string): string[] {
  return [...text.matchAll(/^<!-- snippets: (.+?) -->$/gm)].map(([, said = '']) => said)
}

function* everyToken(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token
    yield* everyToken(childrenOf(token))
  }
}

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens)
  }
  return 'tokens' in token ? (token.tokens ?? []) : []
}

function plainText(token: Token): string {
  const children = childrenOf(token)
  if (children.length > 0) return children.map(plainText).join('')
  return token.type === 'html' || !('text' in token) ? '' : String(token.text)
}

function blocksOf(path: string, tokens: readonly Token[], firstLine = 1, isNested = false): Block[] {
  const blocks: Block[] = []
  let line = firstLine
  let comments: string[] = []
  let followsBlock = false
  for (const token of tokens) {
    if (token.type === 'code' && 'lang' in token) {
      blocks.push({
        place: `${path}:${line}`,
        line,
        language: String(token.lang ?? '').split(' ')[0] ?? '',
        code: `${String(token.text)}\n`,
        directives: comments.flatMap((comment) => /^snippet: (.+)$/.exec(comment)?.[1] ?? []),
        shows: comments.find((comment) => /^[\w-]+(\/[\w.-]+)+$/.test(comment)) ?? null,
        followsBlock,
      })
      comments = []
      followsBlock = true
    } else if (token.type === 'html') {
      comments.push(...[...token.raw.matchAll(/<!-- (.+?) -->/g)].map(([, comment = '']) => comment))
    } else if (token.type !== 'space') {
      blocks.push(...blocksOf(path, childrenOf(token), line, true))
      comments = []
      followsBlock = false
    }
    // The lines of a list item are counted from the list's first line.
    if (!isNested) line += token.raw.split('\n').length - 1
  }
  return blocks
}

/** The path, relative to the project's folder, that a link on a page points to; null if it leads out of the project. */
export function linkedPath(page: Page, link: string): string | null {
  const path = decodeURI(link.replace(/#.*$/, ''))
  const target = path === '' ? page.path : join(dirname(page.path), path)
  return target.startsWith('..') ? null : target.split(sep).join('/')
}
