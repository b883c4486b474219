import { expect, it } from 'vitest'
import { parseUuid } from '../../../src-main/domain/uuid.ts'

const ID = '0197b4a2-6c1e-7abc-8def-00015f3a9c42'

it('an id is accepted in either case and stored in lower case', () => {
  expect(parseUuid(ID)).toBe(ID)
  expect(parseUuid(ID.toUpperCase())).toBe(ID)
})

it.each([
  ['nothing', ''],
  ['something before it', `x${ID}`],
  ['something after it', `${ID}x`],
  ['no hyphens', ID.replaceAll('-', '')],
  ['a letter beyond f in its first group', ID.replace('0197b4a2', '0197b4g2')],
  ['a letter beyond f in its second group', ID.replace('6c1e', '6c1g')],
  ['a letter beyond f in its third group', ID.replace('7abc', '7abg')],
  ['a letter beyond f in its fourth group', ID.replace('8def', '8deg')],
  ['a letter beyond f in its last group', ID.replace('00015f3a9c42', '00015f3a9c4g')],
  ['a first group that is cut', ID.slice(7)],
  ['a second group that is cut', ID.replace('6c1e', 'e')],
  ['a third group that is cut', ID.replace('7abc', 'c')],
  ['a fourth group that is cut', ID.replace('8def', 'f')],
  ['a last group that is cut', ID.slice(0, -11)],
])('an id with %s is none', (_what, text) => {
  expect(parseUuid(text)).toBeNull()
})
