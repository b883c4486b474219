import { describe, expect, it } from 'vitest'
import { nameForms, typedForms } from '../../../../src-main/domain/cards/name-forms.ts'
import { textKey } from '../../../../src-main/domain/cards/card-list.ts'

/** Whether the typed text is part of a name, in any of the forms of both. */
function finds(typed: string, name: string): boolean {
  const names = [textKey(name), ...nameForms(textKey(name))]
  return [textKey(typed), ...typedForms(textKey(typed))].some((form) => names.some((known) => known.includes(form)))
}

describe('a name', () => {
  const MUELLERS = ['Muller', 'Mueller', 'Müller', 'MÜLLER', 'Mu\u0308ller']
  it.each(MUELLERS)('%s is found under every other spelling', (typed) => {
    for (const name of MUELLERS)
      expect({ typed, name, found: finds(typed, name) }).toEqual({ typed, name, found: true })
  })

  it.each([
    ['eller', 'Mueller'],
    ['eller', 'Müller'],
    ['ulle', 'Müller'],
    ['ull', 'Mueller'],
    ['weiss', 'Weiß'],
    ['WEISS', 'WEIẞ'],
    ['weiß', 'Weiss'],
    ['zoe', 'Zoë'],
    ['goethe', 'Göthe'],
    ['göthe', 'Goethe'],
    ['lukasz zolc', 'Łukasz Żółć'],
    ['jorgensen', 'Jørgensen'],
    ['joergensen', 'Jørgensen'],
    ['yilmaz', 'Yılmaz'],
    ['ipek', 'İpek'],
    ['yilmaz i', 'Yılmaz İpek'],
    ['muller sue', 'Müller Sue'],
    ['sue', 'Sue Müller'],
    ['ノ', 'ノ'],
  ])('is found by %s in %s', (typed, name) => {
    expect(finds(typed, name)).toBe(true)
  })

  it.each([
    ['mue', 'Muhammad'],
    ['ue', 'Luca Rossi'],
    ['miller', 'Müller'],
    ['mäller', 'Müller'],
    ['が', 'か'],
    ['\u0308', 'Müller'],
  ])('is not found by %s in %s', (typed, name) => {
    expect(finds(typed, name)).toBe(false)
  })

  it('with only one spelling has no other forms', () => {
    expect(nameForms('anna schmidt')).toEqual([])
    expect(nameForms('王 小明')).toEqual([])
  })
})
