import { describe, expect, it } from 'vitest'
import { cardListInputSchema, compactKey, textKey } from '../../../../src-main/domain/cards/card-list.ts'

const takes = (input: object) => cardListInputSchema.safeParse(input).success

describe('a listing', () => {
  it('starts with the newest fifty by default', () => {
    expect(cardListInputSchema.parse({})).toMatchObject({ page: 1, limit: 50, sortField: 'createdAt' })
  })

  it('takes pages from 1 on, of 1 to 100 cards', () => {
    expect([{ page: 1 }, { page: 2 }, { limit: 1 }, { limit: 2 }, { limit: 100 }].map(takes)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect([{ page: 0 }, { page: 1.5 }, { limit: 0 }, { limit: 101 }].map(takes)).toEqual([false, false, false, false])
  })

  it('takes a search and a plate of up to 100 characters', () => {
    for (const field of ['search', 'licensePlate'])
      expect([
        takes({ [field]: 'x' }),
        takes({ [field]: 'x'.repeat(100) }),
        takes({ [field]: 'x'.repeat(101) }),
      ]).toEqual([true, true, false])
  })
})

describe('comparable forms', () => {
  it.each(['B-XY 12', 'bxy12', 'b xy\u00a012', 'B‐XY–12', 'B\t-XY12'])(
    'numbers and plates have neither case, spaces nor hyphens: %j',
    (plate) => {
      expect(compactKey(plate)).toBe('bxy12')
    },
  )

  it('ignore the case of names and keep their spaces, however their accents are encoded', () => {
    expect(textKey('Jürgen  Müller')).toBe('jürgen  müller')
    expect(textKey('Ju\u0308rgen')).toBe('j\u00fcrgen')
    expect(compactKey('WU\u0308 7')).toBe('w\u00fc7')
  })
})
