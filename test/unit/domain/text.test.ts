import { expect, it } from 'vitest'
import { isLine, line } from '../../../src-main/domain/text.ts'

it.each(['a\nb', 'a\u0000', 'a\u007f', 'a\u2028b', 'a\u202eb', '\u2066a', '\ud83d'])('%j is no line', (text) => {
  expect(isLine(text)).toBe(false)
  expect(line().safeParse(text).success).toBe(false)
})

it.each(['', 'B-XY 12', 'Łukasz Żółć', '🚗', 'שלום'])('%j is a line', (text) => {
  expect(line().parse(text)).toBe(text)
})
