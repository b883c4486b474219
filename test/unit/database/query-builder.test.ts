import { describe, expect, it } from 'vitest'
import { prepareQuery, queryBuilder } from '../../../src-main/database/query-builder.ts'

interface Schema {
  card: { id: string; number: string; state: number }
}

const builder = queryBuilder<Schema>()

describe('a prepared query', () => {
  const byIdAndState = prepareQuery<{ id: string; least: number }>()('by id and state', (parameter) =>
    builder
      .selectFrom('card')
      .select('number')
      .where('state', '>=', parameter('least'))
      .where('number', '<>', 'fixed')
      .where('id', '=', parameter('id')),
  )

  it('is compiled once and retains no values', () => {
    expect(byIdAndState.sql).toBe('select "number" from "card" where "state" >= ? and "number" <> ? and "id" = ?')
    expect(byIdAndState.name).toBe('by id and state')
  })

  it('puts each value in the place of its name, and fixed values in theirs', () => {
    expect(byIdAndState.bind({ id: 'a', least: 3 })).toEqual([3, 'fixed', 'a'])
    expect(byIdAndState.bind({ id: 'b', least: 0 })).toEqual([0, 'fixed', 'b'])
  })

  it('may use a parameter twice', () => {
    const twice = prepareQuery<{ text: string }>()('twice', (parameter) =>
      builder
        .selectFrom('card')
        .select('id')
        .where('id', '=', parameter('text'))
        .where('number', '=', parameter('text')),
    )
    expect(twice.bind({ text: 'x' })).toEqual(['x', 'x'])
  })

  it('passes every value through unchanged, null included', () => {
    const values: unknown[] = ['', 0, null, "'; DROP TABLE card; --", new Uint8Array([1])]
    const any = prepareQuery<{ id: string }>()('any', (parameter) =>
      builder.selectFrom('card').select('id').where('id', '=', parameter('id')),
    )
    for (const value of values) expect(any.bind({ id: value as string })[0]).toBe(value)
  })
})

describe('the query builder', () => {
  it('never runs a query by itself', async () => {
    expect(await builder.selectFrom('card').selectAll().execute()).toEqual([])
  })
})
