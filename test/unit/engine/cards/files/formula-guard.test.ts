import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormula, unguardFormula } from '../../../../../src-main/engine/cards/files/formula-guard.ts'

describe('the guard against formulas', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    "''=1",
    'Anna;=1+1',
    "'Anna;@x",
    'a\t-1',
    'two\n+1',
    'two\r\n=1',
  ])('puts an apostrophe before %j', (cell) => {
    expect(guardFormula(cell)).toBe(`'${cell}`)
  })

  it.each(['', 'Anna', "'t Hooft", '1=1', ' =1', "''", 'Anna;B=1', 'a\tb', 'two\nlines'])('leaves %j alone', (cell) => {
    expect(guardFormula(cell)).toBe(cell)
    expect(unguardFormula(cell)).toBe(cell)
  })

  it('is reversible for every text, and never lets one begin like a formula', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom("'", '=', ';', '\t', '\n', 'a'), maxLength: 8 }),
          fc.stringMatching(/^'{0,3}[=+\-@\t\r]?.{0,5}$/),
        ),
        (cell) => {
          expect(unguardFormula(guardFormula(cell))).toBe(cell)
          expect(guardFormula(cell)).not.toMatch(/^[=+\-@\t\r]/)
          // Where a spreadsheet splits a line differently, the start of its cell is inside a guarded one.
          if (/[;\t\r\n][=+\-@\t\r]/.test(cell)) expect(guardFormula(cell)).toBe(`'${cell}`)
        },
      ),
    )
  })
})
