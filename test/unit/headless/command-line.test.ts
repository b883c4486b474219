import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../../src-main/headless/command-line.ts'

function leaves(command: Command, path: readonly string[] = []): { path: string; command: Command }[] {
  const here = command.commands.length === 0 || command.name() === 'backup' ? [{ path: path.join(' '), command }] : []
  return [...here, ...command.commands.flatMap((child) => leaves(child, [...path, child.name()]))]
}

const commands = leaves(createProgram())

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return help
}

test('the commands are those of the design', () => {
  expect(commands.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'serve',
      'login',
      'check',
      'resume',
      'backup',
      'backup list',
      'restore',
      'projects list',
      'projects create',
      'projects rename',
      'projects archive',
      'projects delete',
      'keys list',
      'keys create',
      'keys roll',
      'keys revoke',
      'cards list',
      'cards get',
      'cards activate',
      'cards enable',
      'cards disable',
      'cards update',
      'cards mock',
      'cards import',
      'cards export',
      'cards bulk enable',
      'cards bulk disable',
      'cards bulk activate',
      'cards bulk update',
      'cards bulk list',
      'cards bulk show',
      'cards bulk results',
      'cards bulk retry',
      'cards bulk cancel',
      'cards undo',
      'drivers show',
      'vehicles show',
      'audit verify',
      'audit list',
      'audit export',
    ]),
  )
})

test.each(commands)('$path has a help with examples and the common options', ({ path, command }) => {
  const help = helpOf(command)
  expect(command.description()).not.toBe('')
  expect(help).toContain(`$ fuelcard-desk ${path}`)
  for (const option of ['--json', '--data-dir', '--quiet']) expect(help).toContain(option)
})

test.each(commands)('$path accepts no secret as an argument', ({ command }) => {
  const taken = command.options.filter(
    ({ long }) => /passphrase|secret|password|token/.test(long ?? '') && !(long ?? '').endsWith('-file'),
  )
  expect(taken).toEqual([])
})

test('on the headless path, only the program that looks for Electron mentions it', () => {
  const folder = join(import.meta.dirname, '../../../src-main/headless')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const mentioning = files.filter((name) =>
    /(?:from|import\()\s*'(?:electron|electron-store)/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(mentioning).toEqual([])
})
