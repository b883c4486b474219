import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { compactKey } from '../../../src-main/domain/card-list.ts'
import { demoCards } from '../../../src-main/domain/mock-cards.ts'
import { createProgram } from '../../../src-main/headless/command-line.ts'

const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
const DEMO = demoCards(new Date('2026-03-14T12:00:00.000Z'))

/** Every command of the command line, parsed as it is and done by nobody. */
function idleProgram(): Command {
  const program = createProgram()
  const idle = (command: Command) => {
    command.action(() => {})
    command.commands.forEach(idle)
  }
  program.commands.forEach(idle)
  return program
}

function helpTexts(command: Command): string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return [help, ...command.commands.flatMap(helpTexts)]
}

const PROGRAM = 'fuelcard-desk '
const ofHelp = helpTexts(createProgram()).flatMap((help) => [...help.matchAll(/^ {2}\$ (.+)$/gm)].map((match) => match[1] ?? ''))
const ofReadme = [...README.matchAll(/```sh\n([^]*?)```/g)]
  .flatMap((match) => (match[1] ?? '').split('\n'))
  .flatMap((line) => line.replace(/\s#.*$/, '').split(' && '))
  .map((line) => line.trim().replace('npm run -s cli -- ', PROGRAM))
  .filter((line) => line.startsWith(PROGRAM))
const EXAMPLES = [...new Set([...ofHelp, ...ofReadme])]

/** As a shell splits it, without what it would read from elsewhere. */
function wordsOf(line: string): string[] {
  return [...line.replace(/ < .*$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(1)
}

it('there are examples to judge', () => {
  expect(EXAMPLES.length).toBeGreaterThan(100)
  expect(ofReadme.length).toBeGreaterThan(10)
})

it.each(EXAMPLES)('%s', async (line) => {
  expect(line.startsWith(PROGRAM)).toBe(true)
  await idleProgram().parseAsync(wordsOf(line), { from: 'user' })
})

describe('what an example looks for is in the demo fleet', () => {
  const sought = (pattern: RegExp) => [...new Set([...EXAMPLES, README].flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')))]

  it.each(sought(/(?:--search |[?&]search=)(?:"([^"]+)"|([\w-]+))/g))('%s', (search) => {
    expect(DEMO.filter(({ licensePlate, driver }) => compactKey(licensePlate ?? '').includes(compactKey(search)) || driver?.toLowerCase().includes(search.toLowerCase()))).not.toEqual([])
  })

  it.each(sought(/\b(\d{18})\b/g))('card %s', (cardNumber) => {
    expect(DEMO.map((card) => card.cardNumber)).toContain(cardNumber)
  })

  it.each(sought(/personal \w+ --driver "([^"]+)"/g))('driver %s', (driver) => {
    expect(DEMO.map((card) => card.driver)).toContain(driver)
  })

  it('in the state in which the command is possible', () => {
    const statusOf = (pattern: RegExp) => EXAMPLES.flatMap((line) => DEMO.filter(({ cardNumber }) => pattern.test(line) && line.includes(cardNumber)).map(({ status }) => status))
    expect(new Set(statusOf(/cards activate/))).toEqual(new Set(['new']))
    expect(new Set(statusOf(/cards enable/))).toEqual(new Set(['inactive']))
    expect(new Set(statusOf(/cards disable/))).toEqual(new Set(['active']))
  })
})
