import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { compactKey, textKey } from '../../../../src-main/domain/cards/card-list.ts'
import type { Card } from '../../../../src-main/domain/card.ts'
import { nameForms, typedForms } from '../../../../src-main/domain/cards/name-forms.ts'
import {
  candidates,
  cardSearch,
  NOT_IN_INDEX,
  platePrefixSearch,
  SEARCH_VERSION,
  type CardSearch,
} from '../../../../src-main/database/sql/card-search.ts'
import type { Store, Transaction } from '../../../../src-main/database/store.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import { rowOf, rowToFillIn } from '../../../../src-main/engine/ledger/card-row.ts'
import { insertCard, updateCard } from '../../../../src-main/engine/ledger/card-store.ts'
import { fillCards } from '../../../../src-main/engine/cards/search-fill.ts'
import { newDatabase } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { rawQuery } from '../../../support/raw-query.ts'

// Few letters and names, so that random searches meet random cards; unusual ones, to test the folding.
const plate = fc.oneof(
  fc.constantFrom('B-XY 12', 'B XY 123', 'BXY-12', 'M-ÄÖ 77', 'İST 34', 'HH–AB 9', 'KA-"X" 1', "S-O'N 4", 'ẞ-ß 1'),
  fc.stringMatching(/^[A-D]{1,2}[- ][A-C]{1,2} \d{1,3}$/),
)
const driver = fc.oneof(
  fc.constantFrom(
    'Anna Schmidt',
    'ANNA  Schmid',
    'Jörg Müller-Lüdenscheidt',
    'İpek Yılmaz',
    'O’Neill',
    '"Al" * OR',
    '王 小明',
    'An Na',
    'Joerg Mueller',
    'Jorg Muller',
    'Zoë Weiß',
    'Samuel Weiss',
    'Łukasz Żółć',
    'Aeolus Oe',
  ),
  fc.stringMatching(/^(An|Be|Jo)[a-c]{0,2} (Sch|Mü|Mue|Mu)[a-ce]{1,3}$/),
)
const number = fc.stringMatching(/^(7825|78)[0-3]{2,14}$/)
const facts = fc.record({
  number,
  plate: fc.option(plate, { nil: null }),
  driver: fc.option(driver, { nil: null }),
  status: fc.constantFrom('new' as const, 'active' as const, 'inactive' as const),
  syncStatus: fc.constantFrom('synced' as const, 'pending' as const, 'failed' as const),
})
type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never

type Step =
  | { type: 'insert'; facts: Facts; inIndex: boolean }
  | { type: 'fill'; limit: number }
  | { type: 'update'; which: number; facts: Facts }
  | { type: 'delete'; which: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('insert' as const), facts, inIndex: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('update' as const), which: fc.nat(), facts }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('fill' as const), limit: fc.nat({ max: 6 }) }) },
)

const fragment = fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 14 }))
const typed = fc.oneof(
  plate,
  driver,
  number,
  fc.constantFrom(
    'b x',
    '12',
    'a s',
    '%',
    '_',
    '*',
    '""',
    "'",
    '-',
    ' ',
    'ä',
    'ue',
    'eller',
    'muller',
    'MUELLER',
    'jörg mü',
    'weiss',
    'zoe w',
    'muel',
    'lukasz zol',
    'r\nj',
    'NEAR(',
    '78250',
  ),
)

/** The definition of a search, without an index. */
function naiveMatch(card: Card, text: string): boolean {
  const key = textKey(text.trim())
  const compact = compactKey(key)
  if (card.driver !== null && namesMatch(textKey(card.driver), key)) return true
  if (compact === '') return false
  return (
    (card.licensePlate !== null && compactKey(card.licensePlate).includes(compact)) || card.cardNumber.includes(compact)
  )
}

function namesMatch(name: string, typedKey: string): boolean {
  return [typedKey, ...typedForms(typedKey)].some((form) =>
    [name, ...nameForms(name)].some((known) => known.includes(form)),
  )
}

async function find(database: Store<EnvironmentSchema>, search: CardSearch): Promise<string[]> {
  let query = database.build.selectFrom('card').select('id').where(search.matches)
  if (search.lookups !== null) query = query.where('seq', 'in', candidates(search.lookups))
  return (await database.all(query)).map(({ id }) => id).sort()
}

const now = '2026-03-14T15:09:26.535Z'
function cardOf(
  id: string,
  { number: cardNumber, plate: licensePlate, driver: name, status, syncStatus }: Facts,
): Card {
  const on = status === 'active'
  return {
    id,
    projectId: 'p',
    cardNumber,
    providerCardId: `P${cardNumber}`,
    environment: 'sandbox',
    status,
    licensePlate,
    driver: name,
    expirationDate: null,
    authGasoline: on,
    authDiesel: on,
    authLpg: on,
    authHeatingOil: on,
    syncStatus,
    syncErrorMessage: null,
    lastSyncedAt: null,
    reason: null,
    internalReference: null,
    costCentre: null,
    plannedChange: null,
    notes: null,
    replacesCardId: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Applies the steps to the database and to a plain map; two cards never share a number. */
async function play(
  transaction: Transaction<EnvironmentSchema>,
  steps: readonly Step[],
  cards: Map<string, Card>,
): Promise<void> {
  const taken = (cardNumber: string, id: string) =>
    [...cards.values()].some((card) => card.cardNumber === cardNumber && card.id !== id)
  for (const [index, action] of steps.entries()) {
    if (action.type === 'fill') {
      await fillCards(transaction, action.limit)
      continue
    }
    const ids = [...cards.keys()]
    const id = action.type === 'insert' ? `card-${index}` : ids[action.which % ids.length]
    if (id === undefined) continue
    if (action.type === 'delete') {
      await transaction.run(transaction.build.deleteFrom('card').where('id', '=', id))
      cards.delete(id)
      continue
    }
    if (taken(action.facts.number, id)) continue
    const card = cardOf(id, action.facts)
    if (action.type === 'insert')
      await transaction.run(
        insertCard,
        action.inIndex
          ? { ...rowOf(card), projectKey: 1, search_version: SEARCH_VERSION }
          : { ...rowToFillIn(card), projectKey: 1, search_version: NOT_IN_INDEX },
      )
    else await transaction.run(updateCard, { ...rowOf(card), raised: 0 })
    cards.set(id, card)
  }
}

describe('the card tables, after any sequence of inserts, updates, deletes and part of a fill', () => {
  it('find exactly the cards that a plain scan finds, and count them exactly', async () => {
    const database = await newDatabase('sandbox', temporaryFolder())
    await database.write((transaction) =>
      transaction.run(transaction.build.insertInto('project_scope').values({ project_id: 'p' })),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.array(typed, { maxLength: 12 }),
        fc.array(fragment, { maxLength: 12 }),
        async (steps, texts, fragments) => {
          const cards = new Map<string, Card>()
          await database.write(async (transaction) => {
            await transaction.run(transaction.build.deleteFrom('card'))
            await play(transaction, steps, cards)
            return undefined
          })
          const all = [...cards.values()]
          for (const text of [...texts, ...fragmentsOf(all, fragments)]) {
            const search = cardSearch(text, 1)
            const expected =
              search === null
                ? []
                : all
                    .filter((card) => naiveMatch(card, text))
                    .map(({ id }) => id)
                    .sort()
            if (search !== null)
              expect(await find(database, search), `search for ${JSON.stringify(text)}`).toEqual(expected)
            const prefix = platePrefixSearch(text, 1)
            const begins = all.filter(
              (card) => card.licensePlate !== null && compactKey(card.licensePlate).startsWith(compactKey(text)),
            )
            if (prefix !== null)
              expect(await find(database, prefix), `plates from ${JSON.stringify(text)}`).toEqual(
                begins.map(({ id }) => id).sort(),
              )
          }
          expect(await countsOf(database)).toEqual(await trueCountsOf(database))
        },
      ),
      { numRuns: OVER_POSTGRES ? 40 : 150 },
    )
    expect(await database.findDamage()).toEqual([])
  })
})

/** Pieces of actual card values: a random text would hardly ever match. */
function fragmentsOf(cards: readonly Card[], picks: readonly [number, number, number][]): string[] {
  return picks.flatMap(([which, start, length]) => {
    const card = cards[which % cards.length]
    if (card === undefined) return []
    const whole = [card.cardNumber, card.licensePlate, card.driver][which % 3] ?? card.cardNumber
    const from = start % whole.length
    const text = whole.slice(from, from + length + 1)
    // Cut between characters, not within one.
    return text.isWellFormed() ? [text] : []
  })
}

const countQuery = sql<{
  status: string
  sync_status: string
  count: number
}>`SELECT status, sync_status, sum(count) AS count FROM card_count GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`
const trueCountQuery = sql<{
  status: string
  sync_status: string
  count: number
}>`SELECT status, sync_status, count(*) AS count FROM card GROUP BY 1, 2 ORDER BY 1, 2`

const countsOf = (database: Store<EnvironmentSchema>) => database.all(rawQuery(database.build, countQuery))
const trueCountsOf = (database: Store<EnvironmentSchema>) => database.all(rawQuery(database.build, trueCountQuery))
