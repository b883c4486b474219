import { mkdtemp, rm, writeFile, mkdir, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileFormatErrorCode } from '../../../../../src-main/engine/cards/files/file-format-error.ts'
import {
  readTable,
  type ReadTableOptions,
  type TableRow,
} from '../../../../../src-main/engine/cards/files/read-table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function fileOf(content: string | Buffer, name = `${++files}.csv`): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function read(content: string | Buffer, options?: ReadTableOptions) {
  const { rows, ...table } = await readTable(await fileOf(content), options)
  return { ...table, rows: await Array.fromAsync(rows) }
}

const cells = (rows: readonly TableRow[]): string[][] => rows.map((row) => row.cells)
const lines = (rows: readonly TableRow[]): number[] => rows.map((row) => row.line)
const refusal = (code: FileFormatErrorCode, message: RegExp) =>
  expect.objectContaining({ name: 'FileFormatError', code, message: expect.stringMatching(message) })

describe('the delimiter', () => {
  it.each([';', ',', '\t', '|'])('%j is found by itself', async (delimiter) => {
    const table = await read(
      ['Card number', 'Driver', 'Note'].join(delimiter) +
        '\n' +
        ['1234', 'Anna', 'a; b, c'].map((cell) => `"${cell}"`).join(delimiter),
    )
    expect(table).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      delimiter,
      header: ['Card number', 'Driver', 'Note'],
      rows: [{ line: 2, cells: ['1234', 'Anna', 'a; b, c'] }],
    })
  })

  it('is found even if another one occurs more often', async () => {
    const table = await read('Card number;Driver\n1234;"a,b,c,d"\n5678;e,f,g,h,i\n')
    expect(table.delimiter).toBe(';')
    expect(cells(table.rows)).toEqual([
      ['1234', 'a,b,c,d'],
      ['5678', 'e,f,g,h,i'],
    ])
  })

  it('is the one that is given', async () => {
    expect((await read('Card number#Driver\n1234#Anna', { delimiter: '#' })).rows).toEqual([
      { line: 2, cells: ['1234', 'Anna'] },
    ])
    await expect(read('Card number\n1234', { delimiter: '' })).rejects.toEqual(
      refusal('bad_option', /single character/),
    )
  })

  it('does not matter in a file of one column', async () => {
    expect((await read('Kartennummer\n1234\n5678\n')).rows).toEqual([
      { line: 2, cells: ['1234'] },
      { line: 3, cells: ['5678'] },
    ])
  })
})

describe('the encoding', () => {
  const text = 'Kartennummer;Fahrer;Gültig bis\r\n1234;Jürgen Groß – €;12/2027\r\n'
  const expected = [['1234', 'Jürgen Groß – €', '12/2027']]

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: false })],
    ['windows-1252', iconv.encode(text, 'windows-1252')],
  ])('%s is recognised', async (encoding, content) => {
    const table = await read(content)
    expect(table.encoding).toBe(encoding)
    expect(table.header).toEqual(['Kartennummer', 'Fahrer', 'Gültig bis'])
    expect(cells(table.rows)).toEqual(expected)
  })

  it('is detected from the whole file: the only umlaut can be far down', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${100_000 + index};Anna`)
    const content = `Kartennummer;Fahrer\n${rows.join('\n')}\n999999;Jürgen\n`
    for (const encoding of ['utf-8', 'windows-1252']) {
      const table = await read(iconv.encode(content, encoding))
      expect(table.encoding).toBe(encoding)
      expect(table.rows.at(-1)).toEqual({ line: 20_002, cells: ['999999', 'Jürgen'] })
    }
  })

  it('is windows-1252 when the last letter is cut in half', async () => {
    expect(
      (await read(Buffer.concat([Buffer.from('Card number;Driver\n1234;'), Buffer.from('ü').subarray(0, 1)]))).encoding,
    ).toBe('windows-1252')
  })

  it('is the one that is given', async () => {
    expect(
      cells(
        (await read(iconv.encode('Card number;Driver\n1234;Łódź', 'windows-1250'), { encoding: 'windows-1250' })).rows,
      ),
    ).toEqual([['1234', 'Łódź']])
    await expect(read('Card number\n1234', { encoding: 'klingon' })).rejects.toEqual(refusal('bad_option', /klingon/))
  })
})

describe('records', () => {
  it('may hold quotes, delimiters and line breaks, and name the line on which they begin', async () => {
    const table = await read('Card number;Driver\r\n\r\n1;"x\r\ny""\nz"\r\n2;b\r\n  \r\n;\r\n3;"\r\n\r\n"\r\n4;d')
    expect(table.rows).toEqual([
      { line: 3, cells: ['1', 'x\r\ny"\nz'] },
      { line: 6, cells: ['2', 'b'] },
      { line: 9, cells: ['3', '\r\n\r\n'] },
      { line: 12, cells: ['4', 'd'] },
    ])
  })

  it('may end in any kind of line break, even mixed', async () => {
    expect((await read('Card number;Driver\r1;a\n2;b\r\n3;c')).rows).toEqual([
      { line: 2, cells: ['1', 'a'] },
      { line: 3, cells: ['2', 'b'] },
      { line: 4, cells: ['3', 'c'] },
    ])
  })

  it('may be ragged, or hold stray quotes', async () => {
    expect(
      cells((await read('Card number;Driver;Status\n1\n2;b;c;d;e\n3;"Nord" GmbH;x\n4;12" wide;="7"\n')).rows),
    ).toEqual([['1'], ['2', 'b', 'c', 'd', 'e'], ['3', '"Nord" GmbH', 'x'], ['4', '12" wide', '="7"']])
  })

  it('lose the apostrophe that guards a formula', async () => {
    expect(cells((await read(`Card number;Driver\n'-1;'=A1\n'12;''+x\n`)).rows)).toEqual([
      ['-1', '=A1'],
      ["'12", "'+x"],
    ])
  })

  it('with an unclosed quote are refused, however long the file', async () => {
    await expect(read('Card number;Driver\n1;"a\n2;b\n')).rejects.toEqual(refusal('damaged', /quotation mark/))
    // Not read with another delimiter instead, where any header will do.
    await expect(read('Card number;Driver\n1;"a\n2;b\n', { anyHeader: true })).rejects.toEqual(
      refusal('damaged', /quotation mark/),
    )
    const table = await readTable(
      await fileOf(`Card number;Driver\n${'1;a\n'.repeat(40)}1;"a\n${'2;b\n'.repeat(100_000)}`),
    )
    await expect(Array.fromAsync(table.rows)).rejects.toEqual(
      refusal('damaged', /quotation mark is opened and never closed/),
    )
  })

  it('that are too long are refused as such, and a quotation mark is mentioned only if there is one', async () => {
    const long = `Card number;Driver\n${'1;a\n'.repeat(40)}${'x'.repeat(200_000)}\n`
    const refused = async (text: string) =>
      Array.fromAsync((await readTable(await fileOf(text))).rows).then(
        () => '',
        (error: unknown) => String(error),
      )
    expect(await refused(long)).toMatch(/A row is longer than 128 kB, near line \d+, which no row of cards is\.$/)
    expect(await refused(`${long.slice(0, -1)};"a\n`)).toContain('A row is longer than 128 kB')
  })

  it('begin where a person counting lines finds them', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', ',', '\n', '\r', '\r\n', ' '), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n\n')), { minLength: 1, maxLength: 12 }),
        async (records) => {
          let text = 'Card number;Driver\n'
          const expected: number[] = []
          for (const [index, [content, end]] of records.entries()) {
            expected.push(text.split(/\r\n|\n|\r/).length)
            text += `${index};"${content.replaceAll('"', '""')}"${end}`
          }
          expect(lines((await read(text)).rows)).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the header', () => {
  it('is found below what a portal puts above the table', async () => {
    const table = await read(
      'Kartenübersicht;;\nStatus;aktiv;\nStand: 14.03.2026;"mehr\nText";\n\nKartennummer;Fahrer;Status\n1234;Anna;aktiv\n',
    )
    expect(table.header).toEqual(['Kartennummer', 'Fahrer', 'Status'])
    expect(table.rows).toEqual([{ line: 7, cells: ['1234', 'Anna', 'aktiv'] }])
  })

  it('is searched for in the first twenty lines only', async () => {
    expect((await read(`${'x\n'.repeat(19)}Card number\n1234`)).rows).toEqual([{ line: 21, cells: ['1234'] }])
    await expect(read(`${'x\n'.repeat(20)}Card number\n1234`)).rejects.toEqual(refusal('no_header', /first 20 lines/))
  })

  it('is not recognised without a known title', async () => {
    await expect(read('A;B\n1;2\n')).rejects.toEqual(refusal('no_header', /Kartennummer/))
  })

  it('is recognised by the titles of a map', async () => {
    expect((await read('Report\nA;B\n1234;2\n', { map: { cardNumber: 'a' } })).header).toEqual(['A', 'B'])
  })

  it('defaults to the first line, for a person to name the columns', async () => {
    expect(await read('A;B\n1;2\n', { anyHeader: true })).toMatchObject({
      delimiter: ';',
      header: ['A', 'B'],
      rows: [{ line: 2 }],
    })
    expect(await read('Bericht;\nA;B\n1;2\n', { anyHeader: true })).toMatchObject({ header: ['A', 'B'] })
  })

  it('is never a row that holds a card number, which would be lost', async () => {
    expect(await read('7825 2100 9000 0001;Anna\n5678;Ben\n', { anyHeader: true })).toMatchObject({
      header: ['', ''],
      rows: [{ line: 1 }, { line: 2 }],
    })
  })

  it('may be absent when the columns are given by number', async () => {
    expect(await read('1234;Anna\n5678;Ben\n', { map: { cardNumber: '1', driver: '2' } })).toMatchObject({
      header: ['', ''],
      rows: [{ line: 1 }, { line: 2 }],
    })
    expect(await read('Bericht\n1234;Anna\n5678;Ben\n', { map: { cardNumber: '1' } })).toMatchObject({
      header: ['', ''],
      rows: [{ line: 1 }, { line: 2 }, { line: 3 }],
    })
    expect(await read('A;B\n5678;Ben\n', { map: { cardNumber: '1' } })).toMatchObject({
      header: ['A', 'B'],
      rows: [{ line: 2 }],
    })
  })
})

describe('a file that is no table', () => {
  it.each<[string, string | Buffer, FileFormatErrorCode, RegExp]>([
    ['empty', '', 'empty', /is empty/],
    ['of blank lines', '\ufeff\r\n \r\n', 'empty', /is empty/],
    ['a PDF', '%PDF-1.7\n', 'not_a_table', /PDF/],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'not_a_table', /\.xls/],
    ['a web page', '<html><table><tr><td>Card number</td></tr></table></html>', 'not_a_table', /web page/],
    [
      'of random bytes',
      Buffer.from(Array.from({ length: 4096 }, (_, index) => ((index * 7919) % 251) % 32)),
      'not_a_table',
      /neither/,
    ],
    ['a broken ZIP', 'PK\u0003\u0004 and then nothing', 'damaged', /damaged/],
  ])('%s is refused in words', async (_, content, code, message) => {
    await expect(read(content)).rejects.toEqual(refusal(code, message))
  })

  it('is reported if it is missing, a folder or unreadable', async () => {
    await expect(readTable(join(folder, 'nothing.csv'))).rejects.toEqual(refusal('missing', /nothing\.csv/))
    await mkdir(join(folder, 'folder.csv'))
    await expect(readTable(join(folder, 'folder.csv'))).rejects.toEqual(refusal('unreadable', /folder\.csv/))
    const secret = await fileOf('Card number\n1', 'secret.csv')
    await chmod(secret, 0)
    // The superuser, and Windows, can read it all the same.
    if (process.getuid?.() !== 0 && process.platform !== 'win32')
      await expect(readTable(secret)).rejects.toEqual(refusal('unreadable', /not permitted/))
  })
})

describe('reading', () => {
  it('stops when aborted', async () => {
    const path = await fileOf(`Card number;Driver\n${'1234;Anna\n'.repeat(100_000)}`)
    await expect(readTable(path, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
    const stop = new AbortController()
    const { rows } = await readTable(path, { signal: stop.signal })
    let count = 0
    await expect(
      (async () => {
        for await (const _ of rows) if (++count === 10) stop.abort()
      })(),
    ).rejects.toThrow(/abort/i)
    expect(count).toBeLessThan(100_000)
  })

  it('returns every one of 100,000 rows, in order and in bounded memory', async () => {
    const path = await fileOf(
      `Card number;Driver;Valid thru\r\n${Array.from({ length: 100_000 }, (_, index) => `${782_521_000_000 + index}00${index % 10};"Driver ${index}";12/2027`).join('\r\n')}\r\n`,
    )
    const { rows } = await readTable(path)
    let count = 0
    const wrong: TableRow[] = []
    for await (const row of rows) {
      const expected = [`${782_521_000_000 + count}00${count % 10}`, `Driver ${count}`, '12/2027']
      if (row.line !== count + 2 || row.cells.join() !== expected.join()) wrong.push(row)
      count++
    }
    expect(count).toBe(100_000)
    expect(wrong).toEqual([])
  })
})
