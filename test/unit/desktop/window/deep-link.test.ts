import { describe, expect, it } from 'vitest'
import { linkIn, placeOfLink } from '../../../../src-main/desktop/window/deep-link.ts'

const ID = '0b7e4f6e-8a53-4a43-9a3a-3a4c1a1f0001'

describe('a link', () => {
  it.each([
    ['fuelcard-desk://open/sandbox/cards', '/sandbox/cards'],
    [`fuelcard-desk://open/production/sync?project=${ID}`, `/production/sync?project=${ID}`],
    [
      'fuelcard-desk://open/sandbox/cards?status=active&search=B-XY%2012',
      '/sandbox/cards?status=active&search=B-XY+12',
    ],
  ])('%s leads to %s', (link, place) => expect(placeOfLink(link)).toBe(place))

  it.each([
    'fuelcard-desk://open/sandbox/cards?do=activate',
    'fuelcard-desk://open/sandbox/cards?status=active&status=new',
    'fuelcard-desk://open/sandbox/cards?search=%3Cscript%3E',
    'fuelcard-desk://open/sandbox/cards?project=1',
    'fuelcard-desk://open/sandbox/cards/more',
    'fuelcard-desk://open/sandbox/CARDS',
    'fuelcard-desk://open/staging/cards',
    'fuelcard-desk://open/sandbox/cards#x',
    'fuelcard-desk://user@open/sandbox/cards',
    'fuelcard-desk://open:1/sandbox/cards',
    'fuelcard-desk://other/sandbox/cards',
    'fuelcard-desk:open/sandbox/cards',
    'fuelcard-desk-app://app/#/sandbox/cards',
    'https://open/sandbox/cards',
    `fuelcard-desk://open/sandbox/cards?search=${'x'.repeat(500)}`,
    '',
  ])('%s leads nowhere', (link) => expect(placeOfLink(link)).toBeNull())

  it('is found among the arguments of a start', () => {
    expect(linkIn(['electron', '.', '--hidden', 'fuelcard-desk://open/sandbox/cards'])).toBe(
      'fuelcard-desk://open/sandbox/cards',
    )
    expect(linkIn(['electron', '.', 'fuelcard-desk-app://app/'])).toBeNull()
  })
})
