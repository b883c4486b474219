import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileFormatError } from '../../../../../src-main/engine/cards/files/file-format-error.ts'
import { readTable } from '../../../../../src-main/engine/cards/files/read-table.ts'
import { writeCsv, writeXlsx, type Rows } from '../../../../../src-main/engine/cards/files/write-table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-table-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const nextFile = (ending: string): string => join(folder, `${++files}.${ending}`)

const HEADER = ['Card number', 'Driver', 'Licence plate']

async function throughCsv(rows: Rows, delimiter: ',' | ';' = ','): Promise<string[][]> {
  const path = nextFile('csv')
  await writeCsv(path, HEADER, rows, { delimiter })
  const table = await readTable(path)
  expect(table).toMatchObject({ delimiter, header: HEADER })
  return (await Array.fromAsync(table.rows)).map((row) => row.cells)
}

async function throughXlsx(rows: Rows): Promise<string[][]> {
  const path = nextFile('xlsx')
  await writeXlsx(path, HEADER, rows)
  const table = await readTable(path)
  expect(table.header).toEqual(HEADER)
  // A sheet cannot distinguish an empty cell at the end of a row from a missing one.
  return (await Array.fromAsync(table.rows)).map((row) => [...row.cells, '', '', ''].slice(0, 3))
}

const cardNumber = fc.stringMatching(/^\d{4,20}$/)
const AWKWARD = [
  '=1+1',
  "'=1",
  "''@x",
  '+49 30',
  '-',
  '\t',
  '\r',
  'a\r\nb',
  '"',
  '""',
  ';',
  ',',
  'a,"b";c',
  ' x ',
  "'",
  '_x0041_',
  '_x005F_x0041_',
  'toString',
  '__proto__',
  'constructor',
  '😀',
  '\u0001',
  '\ufffe',
  '<&>',
  '\ufeff',
  '1E5',
  '007',
]
const anyCell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...AWKWARD),
  fc.stringMatching(/^['=+\-@\t\r\n",;]{0,6}$/),
)
const anyRows = fc.array(fc.tuple(cardNumber, anyCell, anyCell), { maxLength: 20 })

describe('a CSV file', () => {
  it('is UTF-8 with a byte order mark, as Excel needs it, with lines as RFC 4180 has them', async () => {
    const path = nextFile('csv')
    await writeCsv(path, HEADER, [['782521009000153701', 'Zoë "Z" Groß', 'B-XY, 12']])
    expect(await readFile(path, 'utf8')).toBe(
      '\ufeffCard number,Driver,Licence plate\r\n782521009000153701,"Zoë ""Z"" Groß","B-XY, 12"\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
    'never holds %j where a spreadsheet would run it',
    async (cell) => {
      const path = nextFile('csv')
      await writeCsv(path, ['A', '=cmd'], [['x', cell]], { delimiter: ';' })
      const text = await readFile(path, 'utf8')
      expect(text).toContain(`'${cell}`)
      expect(text).toContain(`;'=cmd`)
      expect(text).not.toMatch(/(?:^|[;"\n])[=+\-@\t]/)
    },
  )

  it('returns every row unchanged, with either delimiter', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.constantFrom(',' as const, ';' as const), async (rows, delimiter) => {
        expect(await throughCsv(rows, delimiter)).toEqual(rows)
      }),
      { numRuns: 150, examples: [[AWKWARD.map((cell) => ['1234', cell, cell] as [string, string, string]), ',']] },
    )
  })

  it('is written from rows that come one by one, however many', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      for (let index = 0; index < 30_000; index++) yield [String(782_521_000_000 + index), `Driver ${index}`, '']
    }
    const read = await throughCsv(rows())
    expect(read).toHaveLength(30_000)
    expect(read.at(-1)).toEqual(['782521029999', 'Driver 29999', ''])
  })
})

describe('an Excel file', () => {
  it('returns every row unchanged', async () => {
    // One file for many rows, since each file starts a thread.
    const rows = fc
      .sample(anyRows, { numRuns: 60, seed: 7 })
      .flat()
      .concat(AWKWARD.map((cell) => ['1234', cell, cell]))
    expect(await throughXlsx(rows)).toEqual(rows)
  })

  it('keeps every digit of any card number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cardNumber, { minLength: 1, maxLength: 200 }), async (numbers) => {
        expect((await throughXlsx(numbers.map((number) => [number]))).map(([number]) => number)).toEqual(numbers)
      }),
      { numRuns: 5 },
    )
  })

  it('is written from rows that come one by one', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      for (let index = 0; index < 1_700; index++) yield ['782521009000153701', `Driver ${index}`, '']
    }
    expect((await throughXlsx(rows())).map(([, driver]) => driver)).toEqual(
      Array.from({ length: 1_700 }, (_, index) => `Driver ${index}`),
    )
  })

  it('with nothing but a header is a table without rows', async () => {
    expect(await throughXlsx([])).toEqual([])
  })

  it('refuses what a sheet cannot hold', async () => {
    function* rows(count: number, cells: string[]): Generator<string[]> {
      for (let index = 0; index < count; index++) yield cells
    }
    for (const [table, message] of [
      [rows(1, ['x'.repeat(32_768)]), 'An Excel cell has room for 32,767 characters. Export as CSV.'],
      [rows(250_001, ['x']), 'More than 250,000 rows are too many for an Excel file. Export as CSV.'],
      [
        rows(100_000, HEADER.concat(Array.from({ length: 30 }, () => ''))),
        'The table is too large for an Excel file. Export as CSV.',
      ],
    ] as const) {
      await expect(writeXlsx(nextFile('xlsx'), HEADER, table)).rejects.toEqual(
        new FileFormatError('too_large', message, expect.anything()),
      )
    }
  })
})

describe.each([
  ['CSV', writeCsv],
  ['Excel', writeXlsx],
])('writing %s', (_, write) => {
  it('leaves neither half a file nor a temporary one behind when it fails, and the old one unchanged', async () => {
    const target = await mkdtemp(join(folder, 'target-'))
    const path = join(target, 'cards')
    await writeFile(path, 'as it was')
    async function* rows(): AsyncGenerator<string[]> {
      for (let index = 0; index < 2_000; index++) yield ['1234', 'Anna']
      throw new Error('the database is gone')
    }
    await expect(write(path, HEADER, rows())).rejects.toThrow('the database is gone')
    expect(await readdir(target)).toEqual(['cards'])
    expect(await readFile(path, 'utf8')).toBe('as it was')
  })

  it('replaces an existing file', async () => {
    const target = await mkdtemp(join(folder, 'target-'))
    const path = join(target, 'cards')
    await writeFile(path, 'old')
    await write(path, HEADER, [['1234', 'Anna', 'B-XY 12']])
    expect(await readdir(target)).toEqual(['cards'])
    expect(await Array.fromAsync((await readTable(path)).rows)).toEqual([
      { line: 2, cells: ['1234', 'Anna', 'B-XY 12'] },
    ])
  })

  it('stops when aborted', async () => {
    const target = await mkdtemp(join(folder, 'target-'))
    const stop = new AbortController()
    async function* rows(): AsyncGenerator<string[]> {
      for (let index = 0; ; index++) {
        if (index === 1_500) stop.abort(new Error('enough'))
        yield [String(1234 + index)]
      }
    }
    await expect(write(join(target, 'cards'), HEADER, rows(), { signal: stop.signal })).rejects.toThrow(/enough|abort/)
    expect(await readdir(target)).toEqual([])
  })

  it('says so when the folder is missing', async () => {
    await expect(write(join(folder, 'nowhere', 'cards'), HEADER, [['1234']])).rejects.toThrow(/ENOENT/)
  })
})
