import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../../src-main/headless/command-line.ts'

export const PAGE = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8')

const PROGRAM_NAME = 'fuelcard-desk '

function helpTexts(command: Command): string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return [help, ...command.commands.flatMap(helpTexts)]
}

const ofHelp = helpTexts(createProgram()).flatMap((help) =>
  [...help.matchAll(/^ {2}\$ (.+)$/gm)].map((match) => match[1] ?? ''),
)

/** The command lines of `docs/command-line.md`, one per command, without comments. */
export const PAGE_EXAMPLES = [...PAGE.matchAll(/```sh\n([^]*?)```/g)]
  .flatMap((match) => (match[1] ?? '').split('\n'))
  .flatMap((line) => line.replace(/\s#.*$/, '').split(' && '))
  .map((line) => line.trim().replace('npm run -s cli -- ', PROGRAM_NAME))
  .filter((line) => line.startsWith(PROGRAM_NAME))

/** Every command line in a help text or on that page, each once. */
export const EXAMPLES = [...new Set([...ofHelp, ...PAGE_EXAMPLES])]

/** The arguments after the program's name as a shell splits them, without redirections. */
export function wordsOf(line: string): string[] {
  return [...line.replace(/ < .*$/, '').matchAll(/"([^"]*)"|(\S+)/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .slice(1)
}
