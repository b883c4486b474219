import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { LiveEvent } from '../../../src-main/domain/desk/live-event.ts'
import { PIECE_BYTES } from '../../../src-preload/file-calls.ts'
import { firstOfMonth } from '../../../src-main/domain/cards/expiring.ts'
import { COMMAND_LINE, openTestBridge, PAGE, type TestBridge } from '../../support/bridge.ts'
import { temporaryFolder } from '../../support/folder.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await openTestBridge()
  return () => bridge.close()
})

async function upload(content: string | Buffer, name = 'export.csv'): Promise<string> {
  const bytes = Buffer.from(content as string)
  const { uploadId } = await bridge.call('uploads.begin', { name, sizeBytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const data = bytes.subarray(offset, offset + PIECE_BYTES).toString('base64')
    expect(await bridge.call('uploads.append', { uploadId, offset, data })).toEqual({
      receivedBytes: Math.min(bytes.length, offset + PIECE_BYTES),
    })
  }
  return uploadId
}

async function download({ downloadId, sizeBytes }: { downloadId: string; sizeBytes: number }): Promise<string> {
  const parts: Buffer[] = []
  for (let offset = 0; ;) {
    const { data, done } = await bridge.call('downloads.read', { downloadId, offset })
    parts.push(Buffer.from(data, 'base64'))
    offset += parts.at(-1)?.length ?? 0
    if (!done) continue
    expect(offset).toBe(sizeBytes)
    return Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\ufeff/, '')
  }
}

const lines = (text: string) => text.trimEnd().split('\r\n')
const EXPORT =
  'Kartennummer;Zustand;Wer;Kennzeichen\n782521009000153701;aktiv;Ada Lovelace;B-XY 12\n782521009000153702;neu;;\nkaputt;;;\n'

test('a file is inspected, dry-run and imported, and its columns are remembered for the next one', async () => {
  const place = { ...(await bridge.fleet(0)), environment: 'production' as const }
  const uploadId = await upload(EXPORT, 'März.csv')
  expect(await bridge.call('imports.look', { ...place, uploadId })).toEqual({
    sheets: [],
    sheet: null,
    headers: ['Kartennummer', 'Zustand', 'Wer', 'Kennzeichen'],
    sample: [
      ['782521009000153701', 'aktiv', 'Ada Lovelace', 'B-XY 12'],
      ['782521009000153702', 'neu', '', ''],
      ['kaputt', '', '', ''],
    ],
    columns: { cardNumber: 'Kartennummer', status: 'Zustand', licensePlate: 'Kennzeichen' },
    remembered: false,
    words: [],
    monthFirst: false,
    untitled: [],
    remarks: [],
    offer: null,
  })
  const map = 'cardNumber=Kartennummer,status=Zustand,licensePlate=Kennzeichen,driver=Wer'
  expect(await bridge.call('imports.run', { ...place, uploadId, map })).toMatchObject({
    applied: false,
    create: 2,
    refusedTotal: 1,
    runId: null,
  })
  expect(await bridge.cards(place)).toEqual([])
  expect(await bridge.call('imports.look', { ...place, uploadId })).toMatchObject({ remembered: false })
  expect(await bridge.call('imports.run', { ...place, uploadId, map, apply: true })).toMatchObject({
    applied: true,
    create: 2,
    refuse: [{ line: 4 }],
  })
  expect((await bridge.cards(place)).map(({ driver }) => driver)).toEqual(['Ada Lovelace', null])
  const [entry] = (await bridge.call('audit.list', { kind: 'production', action: 'cards.import' })).docs
  expect(entry).toMatchObject({
    actor: { type: 'person', id: bridge.test.engine.people.localId },
    after: { file: 'März.csv' },
  })

  const next = await upload('Kennzeichen;Wer;Kartennummer;Zustand\nM-A 1;Grace;782521009000153703;aktiv\n')
  expect(await bridge.call('imports.look', { ...place, uploadId: next })).toMatchObject({
    remembered: true,
    columns: { cardNumber: 'Kartennummer', driver: 'Wer' },
  })
  const elsewhere = await bridge.fleet(0, 'Elsewhere')
  expect(await bridge.call('imports.look', { ...elsewhere, uploadId: next })).toMatchObject({ remembered: false })
})

test('the words of a file are remembered with its columns, and an issuer’s public description is offered once', async () => {
  const place = { ...(await bridge.fleet(0)), environment: 'production' as const }
  const shell =
    'PAN;StatusDescription;ExpiryDate;VRN;CardTypeName\n782521009000153701;Temporary Block(Customer);20271231;B-XY 1;x\n'
  const uploadId = await upload(shell)
  const { offer } = await bridge.call('imports.look', { ...place, uploadId })
  expect(offer).toMatchObject({
    issuer: 'Shell',
    columns: { cardNumber: 'PAN', status: 'StatusDescription', expirationDate: 'ExpiryDate', licensePlate: 'VRN' },
  })
  const words = (offer?.words ?? []).map(({ field, word, meaning }) => `${field}:"${word}"=${meaning}`)
  const columns = Object.entries(offer?.columns ?? {}).map(([field, title]) => `${field}="${title}"`)
  const map = [...columns, ...words, 'dates=month-first'].join(',')
  expect(await bridge.call('imports.run', { ...place, uploadId, map, apply: true })).toMatchObject({ create: 1 })
  expect(await bridge.cards(place)).toMatchObject([
    { status: 'inactive', licensePlate: 'B-XY 1', expirationDate: '2027-12-31T00:00:00.000Z' },
  ])
  expect(await bridge.call('imports.look', { ...place, uploadId: await upload(shell) })).toMatchObject({
    remembered: true,
    offer: null,
    words: offer?.words,
    monthFirst: true,
  })
})

test('every row of an import can be looked at and saved, the refused ones as they were and ready to be read again', async () => {
  const place = { ...(await bridge.fleet(0)), environment: 'production' as const }
  const known = 'Kartennummer;Fahrer;Bemerkung\n782521009000153701;Ada;\n782521009000153702;Grace;\n'
  await bridge.call('imports.run', { ...place, uploadId: await upload(known), apply: true })
  const wrong = Array.from({ length: 60 }, (_, row) => `${row};=1+1;"zwei\r\nZeilen; ja"`).join('\r\n')
  const text = `Kartennummer;Fahrer;Bemerkung\n782521009000153701;Ada;\n782521009000153702;Joan;\n782521009000153703;;neu\n${wrong}\n`
  const { rowsId, refusedTotal } = await bridge.call('imports.run', { ...place, uploadId: await upload(text) })
  expect(refusedTotal).toBe(60)
  const rows = async (kind: 'create' | 'change' | 'leave' | 'refuse', page = 1) =>
    bridge.call('imports.rows', { ...place, rowsId, kind, page })
  expect(await rows('leave')).toMatchObject({ total: 1, docs: [{ line: 2, cardNumber: '782521009000153701' }] })
  expect(await rows('change')).toMatchObject({
    docs: [{ line: 3, before: { driver: 'Grace' }, after: { driver: 'Joan' } }],
  })
  expect(await rows('create')).toMatchObject({ docs: [{ line: 4, before: null, after: { notes: 'neu' } }] })
  expect((await rows('refuse')).docs).toHaveLength(50)
  const { docs, header, total } = await rows('refuse', 2)
  expect([header, total, docs.length]).toEqual([['Kartennummer', 'Fahrer', 'Bemerkung'], 60, 10])
  expect(docs.at(-1)).toEqual({
    line: 123,
    cardNumber: null,
    before: null,
    after: null,
    cells: ['59', '=1+1', 'zwei\r\nZeilen; ja'],
    problems: [{ code: 'card_number_length', text: '59', digits: 2 }],
    reason: 'The card number "59" has 2 digits; it must have 4 to 20.',
  })
  expect(await rows('refuse', 3)).toMatchObject({ docs: [], total: 60 })

  const csv = async (kind: 'create' | 'change' | 'leave' | 'refuse', words?: typeof GERMAN) =>
    download(await bridge.call('imports.download', { ...place, rowsId, kind, words }))
  const refused = await csv('refuse', GERMAN)
  expect(refused).toMatch(
    /^Kartennummer,Fahrer,Bemerkung,"Abgelehnt, weil",Zeile\r\n0,'=1\+1,"zwei\r\nZeilen; ja",1 statt 4 Ziffern,5\r\n/,
  )
  expect(lines(await csv('change'))).toEqual([
    'Line in the file,Card number,Field,Before,After',
    '3,782521009000153702,driver,Grace,Joan',
  ])
  expect(lines(await csv('leave'))).toEqual(['Line in the file,Card number', '2,782521009000153701'])
  expect(lines(await csv('create'))[1]).toMatch(/^4,782521009000153703,.*,neu,$/)

  // Corrected by hand, it is an export like any other: the reasons are no column of a card.
  const again = await upload(refused.replaceAll(/^(\d+),/gm, '78252100900016$1,'))
  expect(await bridge.call('imports.look', { ...place, uploadId: again })).toMatchObject({ remarks: [3] })
  const applied = await bridge.call('imports.run', { ...place, uploadId: again, apply: true })
  expect(applied).toMatchObject({ create: 60, refusedTotal: 0, ignoredColumns: ['Zeile'] })
  expect(
    await bridge.call('imports.rows', { ...place, rowsId: applied.rowsId, kind: 'create', page: 2 }),
  ).toMatchObject({
    total: 60,
    docs: { length: 10 },
  })
  expect(await bridge.errorOf('imports.rows', { ...place, rowsId: 'down_else', kind: 'create' })).toMatchObject({
    details: [{ field: 'downloadId' }],
  })
})

const GERMAN = {
  line: 'Zeile',
  because: 'Abgelehnt, weil',
  cardNumber: 'Kartennummer',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  fields: {},
  subjects: {},
  sentences: { card_number_length: '{{digits}} statt 4 Ziffern' },
}

test('the command line writes the refused rows to a file, with their reasons beside the cells', async () => {
  const place = await bridge.fleet(0)
  const folder = temporaryFolder()
  const file = join(folder, 'export.csv')
  writeFileSync(file, 'Card number;Status\n782521009000153701;ja\n12;nein\n')
  const given = { ...place, file, map: 'status:ja=active,status:nein=inactive' }
  const refused = join(folder, 'refused.csv')
  const report = await bridge.call('cards.import', { ...given, refused }, COMMAND_LINE)
  expect(report).toMatchObject({ create: 1, refuse: [{ line: 3 }] })
  expect(report).not.toHaveProperty('rowsId')
  expect(lines(readFileSync(refused, 'utf8').slice(1))).toEqual([
    'Card number,Status,Refused because,Line in the file',
    '12,nein,"The card number ""12"" has 2 digits; it must have 4 to 20.",3',
  ])
  expect(readdirSync(folder).toSorted()).toEqual(['export.csv', 'refused.csv'])
  expect(await bridge.errorOf('cards.import', { ...given, refused: `${refused}.xlsx` }, COMMAND_LINE)).toMatchObject({
    details: [{ field: 'refused' }],
  })
})

test('the sheets of a workbook are listed by their names', async () => {
  const place = await bridge.fleet(0)
  const sheet = (rows: string[][]) => rows.map((row) => row.map((value) => ({ value })))
  const workbook = await writeXlsxFile([
    { sheet: 'Erklärung & <mehr>', data: sheet([['Nichts hier']]) },
    {
      sheet: 'Karten',
      data: sheet([
        ['Card number', 'Driver', 'Driver'],
        ['782521009000153701', 'Ada', 'Grace'],
      ]),
    },
  ]).toBuffer()
  const uploadId = await upload(workbook, 'fleet.xlsx')
  expect(await bridge.call('imports.look', { ...place, uploadId })).toMatchObject({
    sheets: ['Erklärung & <mehr>', 'Karten'],
    sheet: 'Karten',
    columns: { cardNumber: 'Card number' },
  })
  const overview = { ...place, uploadId, sheet: 'Erklärung & <mehr>' }
  expect(await bridge.call('imports.look', overview)).toMatchObject({ headers: ['Nichts hier'], columns: {} })
  expect(await bridge.call('imports.run', { ...place, uploadId, map: 'cardNumber=1,driver=3' })).toMatchObject({
    create: 1,
    sheet: 'Karten',
    otherSheets: ['Erklärung & <mehr>'],
  })
  expect(
    await bridge.call('imports.look', { ...place, uploadId, sheet: 'Karten', map: 'cardNumber=1,driver=3' }),
  ).toMatchObject({ headers: ['Card number', 'Driver', 'Driver'], columns: { cardNumber: 'Card number', driver: '3' } })
  expect(await bridge.errorOf('imports.look', { ...place, uploadId, sheet: 'Cars' })).toMatchObject({
    code: 'error.validation',
    details: [{ field: 'file' }],
  })
  expect(await bridge.errorOf('imports.look', { ...place, uploadId: await upload('%PDF-1.7') })).toMatchObject({
    details: [{ message: expect.stringContaining('PDF') as string }],
  })
})

test('an import reports its progress live, and ends when its file is discarded', async () => {
  const place = await bridge.fleet(0)
  const rows = Array.from({ length: 20_000 }, (_, index) => `7825210090${String(index).padStart(6, '0')}`)
  const uploadId = await upload(`Card number\n${rows.join('\n')}\n`)
  const heard = Promise.withResolvers<LiveEvent>()
  const forget = bridge.test.engine.onLive((event) => event.name === 'work.progressed' && heard.resolve(event))
  const discard = () => void bridge.call('uploads.discard', { uploadId })
  expect(
    await bridge.errorOf('imports.run', { ...place, uploadId, apply: true }, { ...PAGE, onProgress: discard }),
  ).toMatchObject({ code: 'error.unavailable' })
  expect(await heard.promise).toMatchObject({
    data: { projectId: place.projectId, environment: 'sandbox', id: uploadId, total: null },
  })
  forget()
  expect((await bridge.call('cards.list', { ...place, query: {} })).total).toBeLessThan(20_000)
})

test('a bulk command takes its cards, plates and drivers from a file', async () => {
  const place = await bridge.fleet(80)
  const [first, second] = (await bridge.cards(place)).filter(({ status }) => status === 'new')
  const spelled = first?.cardNumber.replaceAll(/(\d{4})/g, '$1 ') ?? ''
  const uploadId = await upload(
    `Card number,Plate,Driver\n${spelled},B-XY 12,Ada Lovelace\n${second?.cardNumber},,Grace\nno number,B-1,Eve\n`,
  )
  const request = { ...place, uploadId, command: { type: 'activate' as const } }
  expect(await bridge.call('bulk.previewFile', request)).toMatchObject({
    total: 3,
    allowed: 1,
    refused: [
      { cardNumber: second?.cardNumber, code: 'error.validation' },
      { cardNumber: 'no number', code: 'error.card_not_found' },
    ],
  })
  const { id: jobId } = await bridge.call('bulk.startFile', request)
  await bridge.call('bulk.wait', { ...place, jobId }, COMMAND_LINE)
  expect(await bridge.call('cards.get', { ...place, cardId: first?.id ?? '' })).toMatchObject({
    status: 'active',
    driver: 'Ada Lovelace',
    licensePlate: 'B-XY 12',
  })

  const file = await bridge.call('bulk.download', { ...place, jobId })
  expect(file.name).toMatch(/^activate-\d{4}-\d\d-\d\d-results\.csv$/)
  expect(lines(await download(file))).toEqual([
    "Card number,Outcome,Code,Reason,Message,Id,At the provider,Provider's message",
    `${first?.cardNumber},done,,,,${first?.id},,`,
    `${second?.cardNumber},refused,error.validation,,License plate is required,${second?.id},,`,
    'no number,refused,error.card_not_found,,Card not found,,,',
  ])
  expect(
    await bridge.errorOf('bulk.previewFile', { ...request, uploadId: await upload('Card number\n') }),
  ).toMatchObject({ code: 'error.validation', details: [{ message: 'The file names no card' }] })
})

test('a file that says which card a new one replaces hands over, and so do all that arrived for a month', async () => {
  const place = await bridge.fleet(60, 'Handed over')
  const all = await bridge.cards(place)
  const [old, other] = all.filter(({ status }) => status === 'active')
  const [fresh, spare] = all.filter(({ status }) => status === 'new')
  const uploadId = await upload(
    `Card number,Plate,Driver,Replaces card\n${fresh?.cardNumber},,,${old?.cardNumber}\n${spare?.cardNumber},,Somebody else,${other?.cardNumber}\n`,
  )
  const request = { ...place, uploadId, command: { type: 'activate' as const } }
  const preview = await bridge.call('bulk.previewFile', request)
  expect(preview).toMatchObject({ total: 2, allowed: 1, handsOver: 1, refused: [{ code: 'error.validation' }] })
  const { id: jobId } = await bridge.call('bulk.startFile', { ...request, choice: preview.choice })
  expect(await bridge.call('bulk.wait', { ...place, jobId }, COMMAND_LINE)).toMatchObject({
    succeeded: 1,
    handsOver: 1,
  })
  const cardOf = (cardId = '') => bridge.call('cards.get', { ...place, cardId })
  expect(await cardOf(fresh?.id)).toMatchObject({ status: 'active', driver: old?.driver, replacesCardId: old?.id })
  expect(await cardOf(old?.id)).toMatchObject({ status: 'inactive', reason: 'replaced' })

  const undoing = await bridge.call('bulk.undo', { ...place, jobId })
  await bridge.call('bulk.wait', { ...place, jobId: undoing.id }, COMMAND_LINE)
  const { expirationDate } = await cardOf(old?.id)
  const month = `${expirationDate?.slice(0, 7)}-01`
  const arrived = {
    ...place,
    request: {
      selection: { kind: 'arrived' as const, from: month, before: firstOfMonth(month, 1) },
      command: { type: 'activate' as const },
    },
  }
  expect(await bridge.call('bulk.preview', arrived)).toMatchObject({ total: 1, allowed: 1, handsOver: 1 })
  expect(
    await bridge.errorOf('bulk.start', { ...place, request: { ...arrived.request, command: { type: 'disable' } } }),
  ).toMatchObject({ code: 'error.validation' })
})

test('cards and audit entries are written to files that a page reads', async () => {
  const place = await bridge.fleet(1_500)
  const all = await bridge.call('cards.download', { ...place, format: 'csv' })
  expect(all).toMatchObject({ name: expect.stringMatching(/^cards-sandbox-.*\.csv$/) as string, cards: 1_500 })
  expect(lines(await download(all))).toHaveLength(1_501)
  const [one] = await bridge.cards(place)
  const named = await bridge.call('cards.download', {
    ...place,
    format: 'csv',
    delimiter: ';',
    cardIds: [one?.id ?? ''],
  })
  expect(lines(await download(named))[1]).toContain(`${one?.cardNumber};`)
  expect(await bridge.call('cards.download', { ...place, format: 'xlsx', query: { status: 'new' } })).toMatchObject({
    name: expect.stringMatching(/\.xlsx$/) as string,
  })

  const audit = await bridge.call('audit.download', { kind: 'sandbox', projectId: place.projectId })
  expect(lines(await download(audit)).map((line) => line.split(',')[6])).toEqual(['action', 'cards.mock'])
})

test('a page cannot reach files of this machine', async () => {
  const name = '../../../../etc/passwd'
  const { uploadId } = await bridge.call('uploads.begin', { name, sizeBytes: 0 })
  const place = await bridge.fleet(0)
  expect(await bridge.errorOf('imports.look', { ...place, uploadId })).toMatchObject({
    details: [{ message: 'The file is empty.' }],
  })
  for (const downloadId of ['/etc/passwd', name, uploadId])
    expect(await bridge.errorOf('downloads.read', { downloadId, offset: 0 })).toMatchObject({
      code: 'error.validation',
    })
  expect(readFileSync('/etc/passwd').length).toBeGreaterThan(0)
})
