import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { treatmentOf, type Treatment } from './directives.ts'
import { mismatch } from './expected.ts'
import type { Block, Page } from './page.ts'
import { missing, needsOf } from './programs.ts'
import { createReader, type Outcome, type Reader } from './reader.ts'

/** How to run a block in each language. */
const RUN: Readonly<Record<string, (reader: Reader, block: Block) => Promise<Outcome>>> = {
  sh: (reader, { code }) => reader.shell(code),
  bash: (reader, { code }) => reader.shell(code),
  js: (reader, block) => runFile(reader, block, 'mjs', process.execPath),
  ts: (reader, block) => runFile(reader, block, 'mts', process.execPath),
  python: (reader, block) => runFile(reader, block, 'py', 'python3'),
}
/** Languages that are never run on their own: answers, data, drawings. */
const SHOWN = new Set(['text', 'json', 'http', 'csv', 'mermaid', 'diff'])

/** Whether the page holds anything to do, rather than only to read. */
export function isFollowed(page: Page): boolean {
  return testOf(page) === null && page.blocks.some((block) => !SHOWN.has(block.language) && block.shows === null)
}

/** The test that runs the page's snippets instead, from `<!-- snippets: run by test/… -->`. */
export function testOf(page: Page): string | null {
  return page.directives.flatMap((said) => /^run by (\S+)$/.exec(said)?.[1] ?? []).at(0) ?? null
}

/** Blocks whose language does not say what they are, or that differ from the file they show. */
export function oddBlocks(page: Page): string[] {
  return page.blocks.flatMap((block) => {
    const { place, language, shows, code } = block
    if (shows !== null)
      return readFileSync(join(ROOT, shows), 'utf8') === code ? [] : [`${place}: differs from ${shows}`]
    const { notRun, file } = treatmentOf(block)
    if (language in RUN || SHOWN.has(language) || file !== null || notRun !== null) return []
    return [`${place}: "${language}" is not a language that is run; say how (CONTRIBUTING.md)`]
  })
}

/**
 * Follows a page from top to bottom and compares each output with what the page states.
 *
 * @param leftOut called with each block that is not run, and why
 * @throws Error at the first block whose result differs, with its file and line
 */
export async function followPage(page: Page, leftOut: (line: string) => void): Promise<void> {
  const absent = missing(needsOf(page))
  if (absent !== null) {
    leftOut(`Not followed: ${page.path}, because ${absent}`)
    return
  }
  const reader = await createReader(page)
  let before: Outcome | null = null
  for (const [index, block] of page.blocks.entries()) {
    const treatment = treatmentOf(block)
    const why = treatment.notRun ?? missing(treatment.needs)
    if (block.shows !== null || why !== null) {
      if (why !== null) leftOut(`Not run: ${block.place}: ${why}`)
      before = null
    } else if (treatment.file !== null) {
      save(reader, treatment.file, block.code)
    } else if (block.language in RUN) {
      before = await act(reader, block, treatment, statedBy(page.blocks[index + 1]))
    } else if (before !== null && (block.followsBlock || treatment.prints)) {
      const wrong = mismatch(block.language, block.code, printedBy(before))
      if (wrong !== null) throw new Error(`${block.place}: ${wrong}`)
      before = null
    } else if (treatment.prints) {
      leftOut(`Not compared: ${block.place}, since the block before it was not run`)
    }
  }
}

async function act(reader: Reader, block: Block, treatment: Treatment, stated: string | null): Promise<Outcome | null> {
  for (const command of treatment.first) judge(block, 0, await reader.shell(command))
  if (treatment.background) {
    await reader.begin(block.code, stated)
    return null
  }
  const outcome = await RUN[block.language]?.(reader, block)
  if (outcome !== undefined) judge(block, treatment.exitCode, outcome)
  return outcome ?? null
}

/** What a reader sees: the command line tells people on standard error what programs need not read. */
function printedBy({ stdout, stderr }: Outcome): string {
  return stdout.trim() === '' ? stderr : stdout
}

function judge({ place }: Block, expected: number, { code, stdout, stderr }: Outcome): void {
  if (code !== expected) throw new Error(`${place}: ended with ${code} instead of ${expected}\n${stdout}${stderr}`)
}

function statedBy(next: Block | undefined): string | null {
  return next !== undefined && next.followsBlock && SHOWN.has(next.language) ? next.code : null
}

async function runFile(reader: Reader, block: Block, extension: string, program: string): Promise<Outcome> {
  const name = `line-${block.line}.${extension}`
  save(reader, name, block.code)
  // In the shell, so that it has the exports of earlier lines.
  return reader.shell(`'${program}' '${name}'`)
}

function save(reader: Reader, name: string, code: string): void {
  const file = join(reader.folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, reader.adapted(code))
}
