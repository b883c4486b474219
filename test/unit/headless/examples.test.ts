import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { compactKey } from '../../../src-main/domain/cards/card-list.ts'
import { demoCards } from '../../../src-main/domain/cards/mock-cards.ts'
import { createProgram } from '../../../src-main/headless/command-line.ts'
import { EXAMPLES, PAGE, PAGE_EXAMPLES, wordsOf } from '../../support/examples.ts'

const DEMO = demoCards(new Date('2026-03-14T12:00:00.000Z'))

/** Every command of the command line, parsed but not run. */
function idleProgram(): Command {
  const program = createProgram()
  const idle = (command: Command) => {
    command.action(() => {})
    command.commands.forEach(idle)
  }
  program.commands.forEach(idle)
  return program
}

it('there are examples to judge', () => {
  expect(EXAMPLES.length).toBeGreaterThan(100)
  expect(PAGE_EXAMPLES.length).toBeGreaterThan(10)
})

it.each(EXAMPLES)('%s', async (line) => {
  expect(line.startsWith('fuelcard-desk ')).toBe(true)
  await idleProgram().parseAsync(wordsOf(line), { from: 'user' })
})

describe('what an example refers to is in the demo fleet', () => {
  const sought = (pattern: RegExp) => [
    ...new Set(
      [...EXAMPLES, PAGE].flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')),
    ),
  ]

  it.each(sought(/(?:--search |[?&]search=)(?:"([^"]+)"|([\w-]+))/g))('%s', (search) => {
    expect(
      DEMO.filter(
        ({ licensePlate, driver }) =>
          compactKey(licensePlate ?? '').includes(compactKey(search)) ||
          driver?.toLowerCase().includes(search.toLowerCase()),
      ),
    ).not.toEqual([])
  })

  it.each(sought(/\b(\d{18})\b/g))('card %s', (cardNumber) => {
    expect(DEMO.map((card) => card.cardNumber)).toContain(cardNumber)
  })

  it.each(sought(/(?:personal \w+ --driver|drivers show) "([^"]+)"/g))('driver %s', (driver) => {
    expect(DEMO.map((card) => card.driver)).toContain(driver)
  })

  it('in the state in which the command is possible', () => {
    const statusOf = (pattern: RegExp) =>
      EXAMPLES.flatMap((line) =>
        DEMO.filter(({ cardNumber }) => pattern.test(line) && line.includes(cardNumber)).map(({ status }) => status),
      )
    expect(new Set(statusOf(/cards activate/))).toEqual(new Set(['new']))
    expect(new Set(statusOf(/cards enable/))).toEqual(new Set(['inactive']))
    expect(new Set(statusOf(/cards disable/))).toEqual(new Set(['active']))
  })
})
