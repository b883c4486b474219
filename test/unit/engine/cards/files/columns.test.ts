import { describe, expect, it } from 'vitest'
import { recogniseField } from '../../../../../src-main/engine/cards/files/column-names.ts'
import { FIELDS, parseMapOption, resolveColumns } from '../../../../../src-main/engine/cards/files/columns.ts'

describe('a header', () => {
  it.each([
    [
      'cardNumber',
      [
        'Kartennummer',
        'Karten-Nr.',
        'KARTEN NR',
        'Numéro de carte',
        'N° de carte',
        'numero carte',
        'Kaartnummer',
        'Tankpas',
        'Card number',
        'Card No.',
        'card_number',
        'cardNumber',
      ],
    ],
    ['providerCardId', ['Karten-ID', 'Identifiant de la carte', 'Kaart-ID', 'Card ID', 'providerCardId']],
    ['status', ['Status', 'Kartenstatus', 'Statut', 'État', 'Kaartstatus', 'Card status']],
    [
      'licensePlate',
      [
        'Kennzeichen',
        'Kfz-Kennzeichen',
        'Immatriculation',
        "N° d'immatriculation",
        'Kenteken',
        'License plate',
        'Licence Plate',
        'Registration',
        'licensePlate',
      ],
    ],
    ['driver', ['Fahrer', 'Fahrer/in', 'Conducteur', 'Nom du conducteur', 'Bestuurder', 'Driver', 'Driver name']],
    [
      'expirationDate',
      [
        'Gültig bis',
        'GUELTIG BIS',
        'gultig bis:',
        'Gültig bis (MM/JJJJ)',
        'Ablaufdatum',
        "Date d'expiration",
        'Échéance',
        'Vervaldatum',
        'Geldig t/m',
        'Expiry',
        'Expiry [UTC]',
        'Valid thru',
        'expirationDate',
      ],
    ],
    [
      'authGasoline',
      ['Benzin/Super', 'Super', 'Essence', 'Benzine', 'Petrol', 'Gasoline', 'Freigabe Benzin', 'authGasoline'],
    ],
    [
      'authDiesel',
      ['Diesel', 'Gazole', 'Diesel freigegeben', 'Diesel allowed', 'Autorisation gazole', 'Diesel (ja/nein)'],
    ],
    ['authLpg', ['Autogas/LPG', 'LPG', 'Autogas', 'GPL']],
    ['authHeatingOil', ['Heizöl', 'Heizoel', 'Fioul', 'Stookolie', 'Heating oil', 'auth_heating_oil']],
  ])('is recognised as %s in German, French, Dutch and English', (field, headers) => {
    for (const header of headers) expect([header, recogniseField(header)]).toEqual([header, field])
  })

  it('is not recognised when it means something else', () => {
    for (const header of ['', '  ', '-', 'Gültig ab', 'Abteilung', 'Name', 'constructor', '__proto__', 'Fuel'])
      expect([header, recogniseField(header)]).toEqual([header, undefined])
  })
})

describe('resolving columns', () => {
  it('finds the known columns and names the unused ones', () => {
    expect(resolveColumns(['Abteilung', 'Karten-Nr.', '', 'Fahrer', 'Kostenstelle', 'Bemerkung'])).toEqual({
      columns: { cardNumber: 1, driver: 3, costCentre: 4, notes: 5 },
      ignored: ['Abteilung'],
      problems: [],
    })
  })

  it('reports a missing card number as a problem', () => {
    expect(resolveColumns(['Fahrer', 'Kennzeichen']).problems.map(({ message }) => message)).toEqual([
      'No column was recognised as the card number. Say which one it is.',
    ])
  })

  it('reports two columns for one field as a problem, and uses neither', () => {
    const resolved = resolveColumns(['Kartennummer', 'Fahrer', 'Driver name'])
    expect(resolved.columns).toEqual({ cardNumber: 0 })
    expect(resolved.problems.map(({ message }) => message)).toEqual([
      'Several columns seem to be the driver: "Fahrer" (column 2), "Driver name" (column 3). Say which one it is.',
    ])
  })

  it('lets a map decide between two columns', () => {
    expect(resolveColumns(['Kartennummer', 'Fahrer', 'Driver name'], { driver: 'driver NAME' })).toEqual({
      columns: { cardNumber: 0, driver: 2 },
      ignored: ['Fahrer'],
      problems: [],
    })
  })

  it('lets a map override what a header suggests', () => {
    expect(resolveColumns(['Kartennummer', 'Alte Nr', 'Diesel'], { cardNumber: 'Alte Nr', driver: '3' })).toEqual({
      columns: { cardNumber: 1, driver: 2 },
      ignored: ['Kartennummer'],
      problems: [],
    })
  })

  it('takes a title for a title even if it is a number', () => {
    expect(resolveColumns(['Kartennummer', '1'], { driver: '1' }).columns).toEqual({ cardNumber: 0, driver: 1 })
  })

  it.each([
    [{ driver: 'Lenker' }, 'There is no column "Lenker".'],
    [{ driver: '9' }, 'There is no column 9: the file has 3.'],
    [{ driver: '0' }, 'There is no column "0".'],
    [{ driver: 'Twice' }, 'Several columns are called "Twice"; give the number of the column instead.'],
    [{ driver: '1', cardNumber: '1' }, 'The column "1" cannot be both the card number and the driver.'],
  ])('reports what is wrong with the map %j', (map, problem) => {
    expect(resolveColumns(['Kartennummer', 'Twice', 'Twice'], map).problems.map(({ message }) => message)).toEqual([
      problem,
    ])
  })

  it('reports just once that the map names no existing card number', () => {
    expect(resolveColumns(['A', 'B'], { cardNumber: 'C' }).problems.map(({ message }) => message)).toEqual([
      'There is no column "C".',
    ])
  })
})

describe('a map from the command line', () => {
  it('is a list of fields and columns', () => {
    expect(parseMapOption('cardNumber=Karte Nr, driver = Name')).toEqual({
      ok: true,
      value: { columns: { cardNumber: 'Karte Nr', driver: 'Name' }, values: { words: [] } },
    })
  })

  it('may have headers that contain commas or equals signs', () => {
    expect(parseMapOption('driver="Name, Vorname",cardnumber=a=b,status="7"')).toEqual({
      ok: true,
      value: { columns: { driver: 'Name, Vorname', cardNumber: 'a=b', status: '7' }, values: { words: [] } },
    })
  })

  it('translates words of the file, whatever their case, quotes and signs', () => {
    const map = parseMapOption('status=Gesperrt,status:ja=inactive,Status:"Nein, frei"=active,authLpg:✘=no')
    expect(map.ok && map.value.columns).toEqual({ status: 'Gesperrt' })
    expect(map.ok && map.value.values.words).toEqual([
      { field: 'status', word: 'ja', meaning: 'inactive' },
      { field: 'status', word: 'Nein, frei', meaning: 'active' },
      { field: 'authLpg', word: '✘', meaning: 'no' },
    ])
  })

  it('says which of two numbers in a date is the month', () => {
    expect(parseMapOption('dates=Month-first')).toEqual({
      ok: true,
      value: { columns: {}, values: { words: [], monthFirst: true } },
    })
    expect(parseMapOption('driver=Name,dates=day-first')).toMatchObject({ value: { values: { words: [] } } })
  })

  it.each([
    ['', 'The map is empty'],
    [',,', 'The map is empty'],
    ['plate=Kennzeichen', `"plate" is not a field; the fields are ${FIELDS.join(', ')}.`],
    ['__proto__=1', '"__proto__" is not a field'],
    ['driver', 'Say which column holds driver'],
    ['driver=', 'Say which column holds driver'],
    ['driver=A,driver=B', 'driver is given twice.'],
    ['status:ja=open', '"ja" of status can mean new, active, inactive, empty.'],
    ['authDiesel:ja=active', '"ja" of authDiesel can mean yes, no, empty.'],
    ['driver:Ada=Grace', 'Values can be mapped for status, reason, expirationDate, authGasoline'],
    ['reason:Verlust=gone', '"Verlust" of reason can mean lost, stolen'],
    ['status:=active', 'Say which word of status means active'],
    ['status:ja=active,status:JA=inactive', 'A word of status is given two meanings.'],
  ])('like %j is refused with a reason', (text, reason) => {
    expect(parseMapOption(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})

it('a field is left out when a person says that no column holds it', () => {
  const { columns, ignored, problems } = resolveColumns(['Card number', 'Status', 'Driver'], { status: '-' })
  expect([columns, ignored, problems]).toEqual([{ cardNumber: 0, driver: 2 }, ['Status'], []])
  expect(resolveColumns(['Card number'], { cardNumber: '-' }).problems).toHaveLength(1)
})
