import { expect, test } from 'vitest'
import { facts, groupedNumber, shortTime, table } from '../../../src-main/headless/output/table.ts'

test('columns are as wide as their widest cell, and rows end with their text', () => {
  expect(
    table(
      ['Id', 'Name'],
      [
        ['1', 'Ada'],
        ['1000', null],
      ],
      'none',
    ),
  ).toBe('Id    Name\n1     Ada\n1000  –\n')
})

test('a table without rows says so', () => {
  expect(table(['Id'], [], 'There is nothing.')).toBe('There is nothing.\n')
})

test('names given by people cannot steer the terminal', () => {
  expect(table(['Name'], [['\u001b[2Jx\nroot']], '')).toBe('Name\n�[2Jx�root\n')
  expect(facts([['Name', 'a\u009bb']])).toBe('Name  a�b\n')
})

test('a letter of several code points is one column wide', () => {
  expect(
    table(
      ['A', 'B'],
      [
        ['e\u0301', 'x'],
        ['ee', 'y'],
      ],
      '',
    ),
  ).toBe('A   B\ne\u0301   x\nee  y\n')
})

test.each([
  ['782521009000153701', '7825 2100 9000 1537 01'],
  ['1234', '1234'],
  ['12345', '1234 5'],
  ['12345678', '1234 5678'],
])('card number %s reads %s', (number, grouped) => {
  expect(groupedNumber(number)).toBe(grouped)
})

test('a time is shown to the minute', () => {
  expect(shortTime('2026-03-14T15:09:26.535Z')).toBe('2026-03-14 15:09')
  expect(shortTime(null)).toBeNull()
})
