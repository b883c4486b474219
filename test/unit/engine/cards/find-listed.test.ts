import { beforeAll, expect, test } from 'vitest'
import type { Card } from '../../../../src-main/domain/card.ts'
import { linesOf } from '../../../../src-main/domain/cards/pasted-list.ts'
import { CLERK } from '../../../support/context.ts'
import { findListed } from '../../../../src-main/engine/cards/find-listed.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'

let opened: TestEngine
let projectId: string
let cards: Card[]

beforeAll(async () => {
  opened = await openTestEngine({ runsWork: false })
  projectId = (await opened.engine.projects.create('Fleet', CLERK)).id
  const { mockCards, cards: service } = opened.engine.environment('sandbox')
  await mockCards?.create(projectId, { count: 40, seed: 3 }, CLERK)
  cards = (
    await service.list(projectId, { page: 1, limit: 20, status: 'new', sortField: 'cardNumber', sortDirection: 'asc' })
  ).docs
  const named = [
    ['B-XY 12', 'Jürgen Müller'],
    ['B-XY 123', 'Ada Lovelace'],
    ['HH-AB 77', 'Ada Lovelace'],
  ]
  for (const [at, [licensePlate = '', driver = '']] of named.entries())
    cards[at] = await service.command(projectId, cards[at]?.id ?? '', { type: 'activate', licensePlate, driver }, CLERK)
  return () => opened.close()
})

const find = (text: string) => opened.engine.environment('sandbox').cards.findListed(projectId, linesOf(text))
const number = (at: number) => cards[at]?.cardNumber ?? ''
const numbersOf = async (text: string) =>
  (await find(text)).map(({ cards: found, total }) => [total, ...found.map(({ cardNumber }) => cardNumber)])

test('a line names a card by its number, plate or driver, however it is written', async () => {
  const grouped = number(0).replaceAll(/(.{4})/gu, '$1 ')
  expect(await numbersOf(`${grouped}\nbxy12\nJUERGEN MUELLER\n"Müller, Jürgen"`)).toEqual(
    Array.from({ length: 4 }, () => [1, number(0)]),
  )
})

test('a plate that is the start of another names its own card only', async () => {
  expect(await numbersOf('B-XY 12\nB-XY 123')).toEqual([
    [1, number(0)],
    [1, number(1)],
  ])
})

test('the last digits of a number are enough, a few characters are not', async () => {
  expect(await numbersOf(`${number(0).slice(-8)}\n7\nB`)).toEqual([[1, number(0)], [0], [0]])
})

test('a name of several cards offers them all, and a further cell of the line decides', async () => {
  expect(await numbersOf('Ada Lovelace\nAda Lovelace;HH-AB 77\nHH-AB 77\tAda Lovelace')).toEqual([
    [2, number(1), number(2)],
    [1, number(2)],
    [1, number(2)],
  ])
})

test('what no card bears is not found, and empty lines are no lines', async () => {
  expect(await find('Kartennummer;Kennzeichen\n\n;;\n  \nNobody At All')).toEqual([
    { line: 'Kartennummer;Kennzeichen', cards: [], total: 0 },
    { line: 'Nobody At All', cards: [], total: 0 },
  ])
})

test('whole numbers are all looked up in one question, without a search for each', async () => {
  const known = new Map(cards.map((card) => [card.cardNumber, card]))
  const asked: (readonly string[])[] = []
  const sources = {
    list: () => Promise.reject(new Error('A search')),
    byNumber: async (numbers: readonly string[]) => {
      asked.push(numbers)
      return known
    },
  }
  const lines = [`${number(0)};B-XY 12`, number(1), number(2)]
  const found = await findListed(sources, lines)
  expect(found.map(({ line, cards: [card] }) => [line, card?.cardNumber])).toEqual(
    lines.map((line, at) => [line, number(at)]),
  )
  expect(asked).toEqual([[number(0), number(1), number(2)]])
})
