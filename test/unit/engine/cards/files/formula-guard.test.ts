import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormula, unguardFormula } from '../../../../../src-main/engine/cards/files/formula-guard.ts'

describe('the guard against formulas', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''=1"])('puts an apostrophe before %j', (cell) => {
    expect(guardFormula(cell)).toBe(`'${cell}`)
  })

  it.each(['', 'Anna', "'t Hooft", '1=1', ' =1', "''"])('leaves %j alone', (cell) => {
    expect(guardFormula(cell)).toBe(cell)
    expect(unguardFormula(cell)).toBe(cell)
  })

  it('gives every text back, and never lets one begin like a formula', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r]?.{0,5}$/)), (cell) => {
        expect(unguardFormula(guardFormula(cell))).toBe(cell)
        expect(guardFormula(cell)).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})
