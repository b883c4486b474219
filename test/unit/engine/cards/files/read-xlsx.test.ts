import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { resolveColumns } from '../../../../../src-main/engine/cards/files/columns.ts'
import type { FileFormatErrorCode } from '../../../../../src-main/engine/cards/files/file-format-error.ts'
import { readTable, type ReadTableOptions } from '../../../../../src-main/engine/cards/files/read-table.ts'
import { rowParser } from '../../../../../src-main/engine/cards/files/row-values.ts'
import { checkZip } from '../../../../../src-main/engine/cards/files/xlsx/zip-check.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function fileOf(content: Buffer): Promise<string> {
  // Its name says CSV: only the content counts.
  const path = join(folder, `${++files}.csv`)
  await writeFile(path, content)
  return path
}

async function read(content: Buffer, options?: ReadTableOptions) {
  const { rows, ...table } = await readTable(await fileOf(content), options)
  return { ...table, rows: await Array.fromAsync(rows) }
}

const workbook = (rows: SheetData): Promise<Buffer> => writeXlsxFile(rows).toBuffer()
const refusal = (code: FileFormatErrorCode, message: RegExp) =>
  expect.objectContaining({ name: 'FileFormatError', code, message: expect.stringMatching(message) })

/** A ZIP archive whose headers may declare false sizes. */
function zip(entries: Record<string, string | Buffer>, stated: (size: number) => number = (size) => size): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(content), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(stated(content.length), 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, Buffer.from(name), packed])
    const trailer = Buffer.alloc(14)
    trailer.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), header, trailer, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006'), end])
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...parts: [type: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
    .map(
      ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A workbook with this XML inside its sheet. */
function rawWorkbook(sheetData: string): Record<string, string> {
  const namespace =
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  return {
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/workbook.xml': `<workbook ${namespace}><sheets><sheet name="Karten" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${sheetData}</sheetData></worksheet>`,
  }
}

const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('a sheet', () => {
  it('is read as text: every digit of text, dates as ISO dates, booleans as words', async () => {
    const table = await read(
      await workbook([
        ['Kartennummer', 'Gültig bis', 'Diesel', 'Fahrer'],
        [
          '782521009000153701',
          { value: new Date('2027-12-31T00:00:00Z'), type: Date, format: 'dd.mm.yyyy' },
          true,
          ' Zoë ',
        ],
        [
          { value: 12345678, type: Number },
          { value: new Date('2028-02-29T13:14:15Z'), type: Date, format: 'dd.mm.yyyy hh:mm' },
          false,
          null,
        ],
      ]),
    )
    expect(table).toEqual({
      format: 'xlsx',
      sheets: ['Sheet1'],
      sheet: 'Sheet1',
      header: ['Kartennummer', 'Gültig bis', 'Diesel', 'Fahrer'],
      rows: [
        { line: 2, cells: ['782521009000153701', '2027-12-31', 'true', ' Zoë '] },
        { line: 3, cells: ['12345678', '2028-02-29', 'false'] },
      ],
    })
  })

  it('with card numbers stored as numbers has them refused, not rounded', async () => {
    const table = await read(
      await workbook([
        ['Card number'],
        [{ value: Number('782521009000153701'), type: Number }],
        [{ value: 1234567890123456, type: Number }],
        [{ value: 123456789012345, type: Number }],
      ]),
    )
    const { columns } = resolveColumns(table.header)
    const lost = { ok: false, problems: [{ code: 'lost_digits', field: 'cardNumber' }] }
    expect(table.rows.map((row) => rowParser(columns).parse(row.cells))).toEqual([
      lost,
      lost,
      { ok: true, value: { cardNumber: '123456789012345' } },
    ])
  })

  it('may have a title above the table, gaps and blank rows, and reports its own row numbers', async () => {
    const sheet = `<row r="2">${text('B2', 'Kartenliste')}</row><row r="5">${text('B5', 'Kartennummer')}${text('D5', 'Fahrer')}</row><row r="6">${text('B6', ' ')}</row><row r="9">${text('B9', '1234')}${text('D9', 'Anna')}</row><row r="1000"/>`
    expect(await read(zip(rawWorkbook(sheet)))).toEqual({
      format: 'xlsx',
      sheets: ['Karten'],
      sheet: 'Karten',
      header: ['', 'Kartennummer', '', 'Fahrer'],
      rows: [{ line: 9, cells: ['', '1234', '', 'Anna'] }],
    })
  })

  it('says of numbers what their format shows: that a date is a month, and leading zeros', async () => {
    const cell = (at: string, style: number, value: string): string => `<c r="${at}" s="${style}"><v>${value}</v></c>`
    const formats =
      '<numFmt numFmtId="164" formatCode="[$-407]mm\\.yyyy;@"/><numFmt numFmtId="165" formatCode="0000000000"/>'
    const xfs = [0, 17, 164, 165, 14].map((id) => `<xf numFmtId="${id}"/>`).join('')
    const table = await read(
      zip({
        ...rawWorkbook(
          `<row r="1">${text('A1', 'Kartennummer')}${text('B1', 'Gültig bis')}</row>` +
            `<row r="2">${cell('A2', 3, '1234567')}${cell('B2', 1, '47088')}</row>` +
            `<row r="3">${cell('A3', 0, '1234567')}${cell('B3', 2, '47088')}</row>` +
            `<row r="4"><c r="A4" s="3" t="inlineStr"><is><t>1234567</t></is></c>${cell('B4', 4, '47088')}</row>` +
            `<row r="5">${cell('A5', 3, '12345678901')}${cell('B5', 1, '47102')}</row>`,
        ),
        'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
        'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`,
      }),
    )
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['0001234567', '2028-12'],
      ['1234567', '2028-12'],
      ['1234567', '2028-12-01'],
      ['12345678901', '2028-12-15'],
    ])
  })

  it('has a column for what stands beside its titles', async () => {
    const table = await read(await workbook([['Card number'], ['1111', null, 'lost?'], ['2222']]))
    expect(table.header).toEqual(['Card number', '', ''])
  })

  it('is by default the first one with known titles, after an overview', async () => {
    const book = await writeXlsxFile([
      {
        sheet: 'Overview',
        data: [
          ['Cards of', 'Fleet'],
          ['On', '1 May'],
        ],
      },
      { sheet: 'Cards', data: [['Card number'], ['1111']] },
    ]).toBuffer()
    expect(await read(book, { anyHeader: true })).toMatchObject({ sheet: 'Cards', rows: [{ line: 2 }] })
    expect(await read(book, { anyHeader: true, sheet: 'Overview' })).toMatchObject({ header: ['Cards of', 'Fleet'] })
  })

  it('is the first one, or the one that is named', async () => {
    const book = await writeXlsxFile([
      { sheet: 'Eins', data: [['Card number'], ['1111']] },
      { sheet: 'Zwei', data: [['Card number'], ['2222']] },
    ]).toBuffer()
    expect((await read(book)).rows).toEqual([{ line: 2, cells: ['1111'] }])
    expect((await read(book, { sheet: 'Zwei' })).rows).toEqual([{ line: 2, cells: ['2222'] }])
    expect((await read(book, { sheet: 2 })).rows).toEqual([{ line: 2, cells: ['2222'] }])
    for (const sheet of ['Drei', 3, 0, -1])
      await expect(read(book, { sheet })).rejects.toEqual(refusal('bad_option', /There is no sheet/))
  })

  it('without a header is refused', async () => {
    await expect(
      read(
        await workbook([
          ['a', 'b'],
          ['1234', 'x'],
        ]),
      ),
    ).rejects.toEqual(refusal('no_header', /No header/))
    await expect(read(await workbook([[]]))).rejects.toEqual(refusal('no_header', /No header/))
  })
})

describe('a workbook', () => {
  it('that is damaged or truncated is refused in words', async () => {
    const whole = await workbook([['Card number'], ['1234']])
    for (const part of [5, 200, whole.length / 2, whole.length - 300])
      await expect(read(whole.subarray(0, part))).rejects.toEqual(refusal('damaged', /save it again/))
    await expect(read(zip(rawWorkbook('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"/>')))).rejects.toEqual(
      refusal('damaged', /cannot be read/),
    )
  })

  it('of another kind is refused by name', async () => {
    await expect(read(zip({ 'word/document.xml': '<x/>' }))).rejects.toEqual(
      refusal('not_a_table', /not an Excel workbook/),
    )
    await expect(read(zip({ 'xl/workbook.bin': 'x' }))).rejects.toEqual(refusal('not_a_table', /\.xlsb/))
  })

  it('larger than 50 MB is refused before it is read', async () => {
    await expect(read(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(50 * 1024 * 1024)]))).rejects.toEqual(
      refusal('too_large', /larger than 50 MB/),
    )
  })

  it('that unpacks to more than the limit is refused, whatever size it declares', async () => {
    const bomb = { ...rawWorkbook(''), 'xl/worksheets/sheet1.xml': Buffer.alloc(3_000_000, 0x20) }
    for (const stated of [(size: number) => size, () => 10, () => 0])
      expect(() => checkZip(zip(bomb, stated), 2_000_000)).toThrow(refusal('too_large', /unpacks to more/))
    expect(() => checkZip(zip(bomb), 4_000_000)).not.toThrow()
  })

  it('that declares more than it holds is refused before memory is allocated', async () => {
    await expect(read(zip(rawWorkbook(''), () => 0xfffffff0))).rejects.toEqual(refusal('damaged', /damaged/))
  })

  it('that hides entries behind others is refused', async () => {
    const whole = await workbook([['Card number'], ['1234']])
    expect(() => checkZip(Buffer.concat([zip({ 'xl/workbook.xml': 'x' }), whole]))).not.toThrow()
    const gap = Buffer.concat([zip({ a: 'x' }).subarray(0, 34), Buffer.alloc(40), whole])
    expect(() => checkZip(gap)).toThrow(refusal('damaged', /damaged/))
  })

  const wide = (at: number): string => `<row r="${at}">${text(`A${at}`, 'x')}</row>`

  it.each([
    [
      'a row far beyond the last',
      `<row r="999999999999">${text('A999999999999', 'x')}</row>`,
      'too_large',
      /more than 250,000 rows/,
    ],
    ['a cell far beyond the last row', `<row>${text('A250021', 'x')}</row>`, 'too_large', /more than 250,000 rows/],
    [
      'many rows as wide as a sheet can be',
      `<row r="1">${text('XFD1', 'x')}</row>${wide(2_000)}`,
      'too_large',
      /too many columns/,
    ],
    ['a place that only looks harmless', '<row r="&#49;e9"/>', 'damaged', /in no place/],
    ['a place in other notation', "<row x:r='1e9'/>", 'damaged', /in no place/],
    ['a negative place', '<row\tr="-5"/>', 'damaged', /in no place/],
    ['a cell without a place', `<row><c r=""/></row>`, 'damaged', /in no place/],
  ] as const)('with %s is refused before it takes memory', async (_, sheet, code, message) => {
    await expect(read(zip(rawWorkbook(sheet)))).rejects.toEqual(refusal(code, message))
  })

  it('may be as long or as wide as the limits allow', async () => {
    expect(
      (await read(zip(rawWorkbook(`<row r="1">${text('A1', 'Card number')}${text('XFD1', 'x')}</row>${wide(1_200)}`))))
        .rows,
    ).toEqual([{ line: 1_200, cells: ['x'] }])
    expect(
      (await read(zip(rawWorkbook(`<row r="1">${text('A1', 'Card number')}</row>${wide(250_020)}`)))).rows,
    ).toEqual([{ line: 250_020, cells: ['x'] }])
  })

  it('stops being read once the reader is aborted', async () => {
    const path = await fileOf(
      await workbook(Array.from({ length: 20_000 }, (_, index) => [index === 0 ? 'Card number' : String(index), 'x'])),
    )
    await expect(readTable(path, { signal: AbortSignal.timeout(30) })).rejects.toThrow(/timeout/i)
    await expect(readTable(path, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})
