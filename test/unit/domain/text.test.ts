import { expect, it } from 'vitest'
import { isLine, line } from '../../../src-main/domain/text.ts'

const faultOf = (text: string) =>
  line()
    .safeParse(text)
    .error?.issues.map((issue) => [issue.message, issue.code === 'custom' && issue.params])

it.each(['a\nb', 'a\u007f', 'a\u2028b', 'a\u202eb', '\u2066a'])('%j is no line', (text) => {
  expect(isLine(text)).toBe(false)
  expect(faultOf(text)).toEqual([
    ['Must not contain line breaks, control or direction characters', { problem: { code: 'direction_characters' } }],
  ])
})

it.each(['\ud83d', 'a\u0000'])('%j is no text at all', (text) => {
  expect(isLine(text)).toBe(false)
  expect(faultOf(text)?.[0]).toEqual(['Must be well-formed text without NUL', { problem: { code: 'not_text' } }])
})

it.each(['', 'B-XY 12', 'Łukasz Żółć', '🚗', 'שלום'])('%j is a line', (text) => {
  expect(line().parse(text)).toBe(text)
})
