import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { englishOf } from '../../../../../src-main/domain/sync/import-refusal.ts'
import { FIELDS, type Columns, type Field } from '../../../../../src-main/engine/cards/files/columns.ts'
import type { Parsed } from '../../../../../src-main/engine/cards/files/result.ts'
import { rowParser, type ImportRow } from '../../../../../src-main/engine/cards/files/row-values.ts'

const NUMBER = '782521009000153701'
const ALL: Columns = Object.fromEntries(FIELDS.map((field, index) => [field, index]))

/** A row with one more cell than the card number. */
function rowWith(field: Field, cell: string): Parsed<ImportRow> {
  return rowParser({ cardNumber: 0, [field]: 1 }).parse([NUMBER, cell])
}

function valueOf<Key extends Field>(field: Key, cell: string): ImportRow[Key] {
  const row = rowWith(field, cell)
  if (!row.ok) throw new Error(englishOf(row.problems))
  return row.value[field]
}

function reasonOf(field: Field, cell: string): string {
  const row = rowWith(field, cell)
  if (row.ok) throw new Error(`${JSON.stringify(cell)} was accepted`)
  return englishOf(row.problems)
}

/** With the reason in English if it is refused. */
function read(cells: string[], columns: Columns): { ok: true; value: ImportRow } | { ok: false; reason: string } {
  const row = rowParser(columns).parse(cells)
  return row.ok ? row : { ok: false, reason: englishOf(row.problems) }
}

const cardNumberOf = (cell: string) => read([cell], { cardNumber: 0 })

describe('a card number', () => {
  it.each([NUMBER, '1234', '00001234', '12345678901234567890'])('keeps every digit of %s', (digits) => {
    expect(cardNumberOf(digits)).toEqual({ ok: true, value: { cardNumber: digits } })
  })

  it.each([
    '7825 2100 9000 1537 01',
    '7825-2100-9000-1537-01',
    '7825\u00a02100\u00a09000\u00a01537\u00a001',
    `'${NUMBER}`,
    `="${NUMBER}"`,
    ` ${NUMBER} `,
    '7825–2100–9000–1537–01',
  ])('is found in %j', (cell) => {
    expect(cardNumberOf(cell)).toEqual({ ok: true, value: { cardNumber: NUMBER } })
  })

  it.each(['7,82521E+17', '7.82521E+17', '7.82521009000154E+17', '7e17', '="7,82521E+17"', "'7,82521E+17"])(
    'that has lost digits, %s, is refused',
    (cell) => {
      expect(cardNumberOf(cell)).toEqual({
        ok: false,
        reason:
          'The card number was stored as a number and has lost digits; format the column as text and export the file again.',
      })
    },
  )

  it.each([
    ['123', 'The card number "123" has 3 digits; it must have 4 to 20.'],
    ['123456789012345678901', 'The card number "123456789012345678901" has 21 digits; it must have 4 to 20.'],
    ['7825********3701', 'The card number "7825********3701" is masked; the file must hold all its digits.'],
    ['78A1', 'The card number "78A1" must consist of 4 to 20 digits.'],
    ['1234\u0000', 'The card number "1234\ufffd" must consist of 4 to 20 digits.'],
    ['１２３４', 'The card number "１２３４" must consist of 4 to 20 digits.'],
    ['1234.00', 'The card number "1234.00" must consist of 4 to 20 digits.'],
    ['=1234+1', 'The card number "=1234+1" must consist of 4 to 20 digits.'],
    ['', 'The card number is missing.'],
    ['  ', 'The card number is missing.'],
  ])('like %j is refused with a reason', (cell, reason) => {
    expect(cardNumberOf(cell)).toEqual({ ok: false, reason })
  })

  it('is missing from a row that is too short', () => {
    expect(read(['a'], { cardNumber: 3 })).toEqual({ ok: false, reason: 'The card number is missing.' })
  })
})

describe('a field', () => {
  it('with no column or an empty cell is left unchanged', () => {
    expect(
      rowParser({ cardNumber: 0, driver: 1, status: 2, authDiesel: 3, expirationDate: 9 }).parse([
        NUMBER,
        ' ',
        '',
        '\t',
      ]),
    ).toEqual({ ok: true, value: { cardNumber: NUMBER } })
  })

  it('is read from its own column', () => {
    const cells = [NUMBER, 'C-1', 'aktiv', ' B-XY 12 ', 'Zoë', '12/2027', 'ja', 'x', '0', 'non']
    expect(rowParser(ALL).parse(cells)).toEqual({
      ok: true,
      value: {
        cardNumber: NUMBER,
        providerCardId: 'C-1',
        status: 'active',
        licensePlate: 'B-XY 12',
        driver: 'Zoë',
        expirationDate: '2027-12-31T00:00:00.000Z',
        authGasoline: true,
        authDiesel: true,
        authLpg: false,
        authHeatingOil: false,
      },
    })
  })

  it('is named in the reason, as is every other faulty one', () => {
    const row = read(['12', 'C', '?', 'x'.repeat(21)], { cardNumber: 0, status: 2, licensePlate: 3 })
    expect(row).toEqual({
      ok: false,
      reason:
        'The card number "12" has 2 digits; it must have 4 to 20. The status "?" is not known; use new, active or inactive. The licence plate must be at most 20 characters.',
    })
  })
})

describe('an expiry date', () => {
  it.each([
    '2027-12-31',
    '31.12.2027',
    '31/12/2027',
    '31-12-2027',
    '12/31/2027',
    '12/2027',
    '12/27',
    '12.2027',
    '12-2027',
    '2027-12',
    '2027/12/31',
    '31.12.27',
    '2027-12-31T00:00:00.000Z',
    '2027-12-31T23:59:59+01:00',
    '2027-12-31 00:00:00',
    '31.12.2027 23:59',
    '="12/2027"',
    ' 31.12.2027 ',
    // As interfaces write it, and as spreadsheets show `12/27`.
    '20271231',
    '20271231 00:00:00',
    '31122027',
    '202712',
    '122027',
    '1227',
    '2712',
    '31-Dec-2027',
    '31. Dezember 2027',
    '31 déc. 2027',
    'December 31, 2027',
    'Dez 27',
    'dec-2027',
  ])('%s is the last day of 2027', (cell) => {
    expect(valueOf('expirationDate', cell)).toBe('2027-12-31T00:00:00.000Z')
  })

  it.each([
    ['5/6/2027', '2027-06-05'],
    ['1.2.2027', '2027-02-01'],
    ['02/2028', '2028-02-29'],
    ['1 maart 2028', '2028-03-01'],
    ['Mrz 28', '2028-03-31'],
    ['15 juin 2028', '2028-06-15'],
    ['août 2028', '2028-08-31'],
    ['2/2027', '2027-02-28'],
    ['29.02.2028', '2028-02-29'],
    ['2000-01-01', '2000-01-01'],
    ['2099-12-31', '2099-12-31'],
  ])('%s is %s', (cell, date) => {
    expect(valueOf('expirationDate', cell)).toBe(`${date}T00:00:00.000Z`)
  })

  it.each([
    '31.02.2027',
    '29.02.2027',
    '00.12.2027',
    '31/13/2027',
    '13/13/2027',
    '0/2027',
    '13/27',
    '2027-00',
    '2027-12-00',
    '2027-12-32',
  ])('%s does not exist', (cell) => {
    expect(reasonOf('expirationDate', cell)).toBe(`The expiry date "${cell}" does not exist in the calendar.`)
  })

  it.each(['1999-12-31', '31.12.2100', '9999-12-31', '12/1999', '31.12.0027'])('%s is out of range', (cell) => {
    expect(reasonOf('expirationDate', cell)).toBe(`The expiry date "${cell}" must lie between the years 2000 and 2099.`)
  })

  it.each([
    'soon',
    '31 Brumaire 2027',
    // Juin or juillet.
    '31 jui 2027',
    '46752',
    '27-12-31',
    '1112',
    '12.27',
    '2027',
    '31.12.2027 and later',
    '31.12/2027',
  ])('%s is not understood', (cell) => {
    expect(reasonOf('expirationDate', cell)).toMatch(/^The expiry date ".*" is not understood; write it like/)
  })

  it('has its month first if a person says so, unless it exists with the day first alone', () => {
    const parser = rowParser({ cardNumber: 0, expirationDate: 1 }, { monthFirst: true })
    const dateOf = (cell: string) => parser.parse([NUMBER, cell])
    expect(dateOf('05/06/2027')).toMatchObject({ value: { expirationDate: '2027-05-06T00:00:00.000Z' } })
    expect(dateOf('31/12/2027')).toMatchObject({ value: { expirationDate: '2027-12-31T00:00:00.000Z' } })
    expect(dateOf('05.06.2027')).toMatchObject({ value: { expirationDate: '2027-06-05T00:00:00.000Z' } })
    const orders = ['05/06/2027', '12/31/2027', '31/12/2027', '06/06/2027', '12/2027', ''].map((cell) =>
      parser.dateOrder([NUMBER, cell]),
    )
    expect(orders).toEqual(['either', 'month first', null, null, null, null])
  })

  it('gives the same date in each notation of a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) }), (time) => {
        const date = new Date(time).toISOString().slice(0, 10)
        const [year, month, day] = date.split('-')
        for (const cell of [
          date,
          `${day}.${month}.${year}`,
          `${day}/${month}/${year}`,
          `${day}-${month}-${year}`,
          `${Number(day)}.${Number(month)}.${year}`,
        ]) {
          expect(valueOf('expirationDate', cell)).toBe(`${date}T00:00:00.000Z`)
        }
      }),
    )
  })
})

describe('a status', () => {
  it.each([
    ['active', ['active', 'ACTIVE', 'Aktiv', 'freigegeben', 'actif', 'Activée', 'actief', 'enabled']],
    [
      'inactive',
      [
        'inactive',
        'gesperrt',
        'Inaktiv',
        'bloqué',
        'bloquee',
        'Désactivé',
        'geblokkeerd',
        'blocked',
        'expired',
        'gekuendigt',
      ],
    ],
    [
      'new',
      [
        'new',
        'neu',
        'Nouveau',
        'nouvelle',
        'nieuw',
        'not activated',
        'nicht aktiviert',
        'Non activée',
        'Niet geactiveerd',
      ],
    ],
  ])('%s has words in four languages', (status, words) => {
    for (const word of words) expect([word, valueOf('status', word)]).toEqual([word, status])
  })

  it.each(['maybe', 'constructor', '__proto__', '?'])('%s is refused', (word) => {
    expect(reasonOf('status', word)).toBe(`The status "${word}" is not known; use new, active or inactive.`)
  })
})

describe('an authorization', () => {
  it.each([
    'ja',
    'Ja',
    'J',
    'oui',
    'yes',
    'Y',
    'x',
    'X',
    '1',
    'true',
    'TRUE',
    'WAHR',
    'vrai',
    'waar',
    '✓',
    '✔',
    '✔\ufe0f',
    '☑',
  ])('is on with %s', (cell) => {
    expect(valueOf('authDiesel', cell)).toBe(true)
  })

  it.each(['nein', 'non', 'nee', 'no', 'N', '0', 'false', 'FALSCH', 'faux', 'onwaar', '✗', '-', '–'])(
    'is off for %s',
    (cell) => {
      expect(valueOf('authDiesel', cell)).toBe(false)
    },
  )

  it('is refused with any other word', () => {
    expect(reasonOf('authHeatingOil', '2')).toBe('The authorization for heating oil "2" is not known; use yes or no.')
  })
})

describe('text', () => {
  it.each([
    '=1+1',
    '=HYPERLINK("http://x")',
    '@SUM(A1)',
    '+49 30',
    "O'Neill, Sarah",
    '<b>',
    '" OR 1=1',
    '="Zoë"',
    '😀',
  ])('that looks like something else, %s, stays unchanged', (text) => {
    expect(valueOf('driver', text)).toBe(text)
  })

  it.each(['a\u0000b', 'a\nb', 'a\u0007', '\u2028', 'a\u009f'])('with control characters, %j, is refused', (text) => {
    expect(reasonOf('driver', `n${text}m`)).toBe("The driver's name must not contain control characters.")
    expect(reasonOf('licensePlate', `n${text}m`)).toBe('The licence plate must not contain control characters.')
    expect(reasonOf('providerCardId', `n${text}m`)).toBe("The provider's card id must not contain control characters.")
  })

  it('has a maximum length', () => {
    expect(valueOf('licensePlate', 'x'.repeat(20))).toHaveLength(20)
    expect(valueOf('driver', 'x'.repeat(100))).toHaveLength(100)
    expect(reasonOf('driver', 'x'.repeat(101))).toBe("The driver's name must be at most 100 characters.")
    expect(reasonOf('providerCardId', '..')).toBe("The provider's card id must be something other than dots.")
    expect(reasonOf('providerCardId', 'x'.repeat(101))).toBe("The provider's card id must be at most 100 characters.")
  })

  it('is shortened and made harmless if a reason quotes it', () => {
    const reason = reasonOf('status', `a\u001b[31m\n${'😀'.repeat(200)}`)
    expect(reason).toMatch(/^The status "[^\p{Cc}\p{Cs}]+…" is not known; use new, active or inactive\.$/u)
    expect(reason.length).toBeLessThan(120)
  })

  it('of a provider id that a spreadsheet has spoilt is refused; one that only looks spoilt is not', () => {
    expect(reasonOf('providerCardId', '7,82521E+17')).toMatch(/has lost digits/)
    expect(valueOf('providerCardId', '12E5')).toBe('12E5')
    expect(valueOf('providerCardId', '="0012"')).toBe('0012')
  })
})

describe('any row at all', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[\d.,/:E+ -]{0,25}$/),
    fc.constantFrom('__proto__', 'constructor', '\ud800', '\u0000', '="', '="""'),
  )

  it('is read or refused with a reason, never thrown', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 12 }),
        fc.dictionary(fc.constantFrom(...FIELDS), fc.integer({ min: -1, max: 15 })),
        (cells, columns) => {
          const row = rowParser(columns).parse(cells)
          if (!row.ok) {
            expect(englishOf(row.problems)).toMatch(/^[A-Z][^\p{Cc}]*\.$/u)
            return
          }
          expect(row.value.cardNumber).toMatch(/^\d{4,20}$/)
          for (const field of FIELDS) if (field in row.value) expect(row.value[field]).not.toBeUndefined()
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
