import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cardListInputSchema } from '../../../../../src-main/domain/cards/card-list.ts'
import { CLERK } from '../../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../../support/engine.ts'
import { rowsOf } from '../../../../support/rows.ts'

const SAMPLES = resolve(import.meta.dirname, '../../../../../resources/samples')

let test: TestEngine
let folder: string
let projectId: string

beforeEach(async () => {
  test = await openTestEngine({ repeatWorks: true })
  folder = mkdtempSync(join(tmpdir(), 'fuelcard-files-'))
  projectId = (await test.engine.projects.create('Fleet', CLERK)).id
})
afterEach(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const production = () => test.engine.environment('production')
const everything = (query = {}) => production().cards.list(projectId, cardListInputSchema.parse(query))

describe('what a file holds', () => {
  it('below no title is said, also if only its last row has it', async () => {
    const file = write('untitled.csv', 'Card number;;Driver;\n90000000000000221;;Ada;\n90000000000000222;B-XY 1;Bob;\n')
    expect(await production().imports.run(projectId, { file, apply: false }, CLERK)).toMatchObject({
      create: 2,
      ignoredColumns: [],
      untitledColumns: [2],
    })
    const map = 'licensePlate=2'
    expect(await production().imports.run(projectId, { file, apply: true, map }, CLERK)).toMatchObject({
      untitledColumns: [],
    })
    const { docs } = await everything({ sortField: 'cardNumber', sortDirection: 'asc' })
    expect(docs.map(({ licensePlate }) => licensePlate)).toEqual([null, 'B-XY 1'])
  })

  it('beyond its columns refuses the row, whose values may stand in the wrong ones', async () => {
    const file = write(
      'shifted.csv',
      'Card number,Driver,Notes\n90000000000000223,Lovelace, Ada,lent\n90000000000000224,Bob,,,\n',
    )
    const report = await production().imports.run(projectId, { file, apply: false }, CLERK)
    expect(report).toMatchObject({ create: 1, refuse: [{ line: 2, problems: [{ code: 'too_many_cells', cells: 4 }] }] })
  })

  it('in a line of totals is no word that could be given a meaning', async () => {
    const file = write('totals.csv', 'Card number;Status\n90000000000000225;active\nTotal;1 card\n;9\n')
    expect(await production().imports.run(projectId, { file, apply: false }, CLERK)).toMatchObject({
      create: 1,
      refusedTotal: 2,
      unknownValues: [],
    })
  })
})

describe('the free words of a file', () => {
  it('are listed with the rows that they refuse, and accepted once a person says what they mean', async () => {
    const file = write(
      'words.csv',
      'Card number;Gesperrt;Diesel\n90000000000000201;ja;✘\n90000000000000202;nein;evet\n90000000000000203;nein;x\n90000000000000204;;\n',
    )
    const refused = await production().imports.run(projectId, { file, apply: false, map: 'status=Gesperrt' }, CLERK)
    expect(refused).toMatchObject({ create: 1, refusedTotal: 3 })
    expect(refused.unknownValues).toEqual([
      { field: 'status', text: 'ja', count: 1 },
      { field: 'status', text: 'nein', count: 2 },
      { field: 'authDiesel', text: 'evet', count: 1 },
    ])
    const map = 'status=Gesperrt,status:ja=inactive,status:Nein=active,authDiesel:evet=yes'
    expect(await production().imports.run(projectId, { file, apply: true, map }, CLERK)).toMatchObject({
      create: 4,
      refusedTotal: 0,
      unknownValues: [],
    })
    const { docs } = await everything({ sortField: 'cardNumber', sortDirection: 'asc' })
    expect(docs.map(({ status, authDiesel }) => [status, authDiesel])).toEqual([
      ['inactive', false],
      ['active', true],
      ['active', true],
      ['new', false],
    ])
  })

  it('may be reasons and dates; what they mean can be that a card keeps what it has', async () => {
    const text =
      'Card number;Status;Sperrgrund;Gültig bis\n90000000000000211;gesperrt;Diebstahl;unbefristet\n90000000000000212;gesperrt;weg;31.12.9999\n90000000000000213;vielleicht;;05/06/2027\n'
    const file = write('more.csv', text)
    const refused = await production().imports.run(projectId, { file, apply: false }, CLERK)
    expect(refused.unknownValues).toEqual([
      { field: 'expirationDate', text: 'unbefristet', count: 1 },
      { field: 'expirationDate', text: '31.12.9999', count: 1 },
      { field: 'reason', text: 'weg', count: 1 },
      { field: 'status', text: 'vielleicht', count: 1 },
    ])
    expect(refused.dates).toEqual({ either: 1, monthFirst: 0, example: '05/06/2027' })
    const map =
      'expirationDate:unbefristet=empty,expirationDate:31.12.9999=empty,reason:Weg=lost,status:"vielleicht"=empty,dates=month-first'
    expect(await production().imports.run(projectId, { file, apply: true, map }, CLERK)).toMatchObject({ create: 3 })
    const { docs } = await everything({ sortField: 'cardNumber', sortDirection: 'asc' })
    expect(docs.map(({ status, reason, expirationDate }) => [status, reason, expirationDate?.slice(0, 10)])).toEqual([
      ['inactive', 'stolen', undefined],
      ['inactive', 'lost', undefined],
      ['new', null, '2027-05-06'],
    ])
  })

  it('are listed up to twenty: a column with more holds something else', async () => {
    const file = write(
      'many.csv',
      `Card number;Status\n${Array.from({ length: 30 }, (_, row) => `900000000000003${String(row).padStart(2, '0')};word ${row}`).join('\n')}\n`,
    )
    const report = await production().imports.run(projectId, { file, apply: false }, CLERK)
    expect([report.refusedTotal, report.unknownValues.length]).toEqual([30, 20])
  })
})

describe('an import', () => {
  it('says what it would do and writes nothing until it is applied', async () => {
    const file = write(
      'a.csv',
      'Card number;Status;Driver\n782521009000153701;active;Ada\n782521009000153702;new;\n12;active;Too short\n',
    )
    const dry = await production().imports.run(projectId, { file, apply: false }, CLERK)
    expect(dry).toMatchObject({ applied: false, create: 2, change: 0, leave: 0, refusedTotal: 1, runId: null })
    expect(dry.refuse).toEqual([
      {
        line: 4,
        reason: 'The card number "12" has 2 digits; it must have 4 to 20.',
        problems: [{ code: 'card_number_length', text: '12', digits: 2 }],
      },
    ])
    expect(await everything()).toEqual({ docs: [], total: 0 })
    expect(rowsOf(test.dataDir, 'production', 'SELECT 1 FROM sync_run')).toHaveLength(0)

    const applied = await production().imports.run(projectId, { file, apply: true }, CLERK)
    expect(applied).toMatchObject({ applied: true, create: 2, change: 0, leave: 0, refusedTotal: 1 })
    expect(
      (await everything({ sortField: 'cardNumber' })).docs.map(({ cardNumber, status, driver }) => ({
        cardNumber,
        status,
        driver,
      })),
    ).toEqual([
      { cardNumber: '782521009000153701', status: 'active', driver: 'Ada' },
      { cardNumber: '782521009000153702', status: 'new', driver: null },
    ])
  })

  it('of the same file changes nothing the second time, and records a run each time', async () => {
    const file = write('a.csv', 'Card number;Status;Driver\n782521009000153701;active;Ada\n')
    await production().imports.run(projectId, { file, apply: true }, CLERK)
    const before = await everything()
    expect(await production().imports.run(projectId, { file, apply: true }, CLERK)).toMatchObject({
      create: 0,
      change: 0,
      leave: 1,
    })
    expect(await everything()).toEqual(before)
    expect(rowsOf(test.dataDir, 'production', 'SELECT state, created, unchanged FROM sync_run ORDER BY seq')).toEqual([
      { state: 'completed', created: 1, unchanged: 0 },
      { state: 'completed', created: 0, unchanged: 1 },
    ])
    expect(rowsOf(test.dataDir, 'production', 'SELECT name FROM event ORDER BY seq').map((row) => row.name)).toEqual([
      'card.created',
      'sync.completed',
      'sync.completed',
    ])
  })

  it('changes what differs, with its event and its audit entry', async () => {
    await production().imports.run(
      projectId,
      { file: write('a.csv', 'Card number;Status;Driver\n782521009000153701;active;Ada\n'), apply: true },
      CLERK,
    )
    const report = await production().imports.run(
      projectId,
      { file: write('b.csv', 'Card number;Status;Driver\n782521009000153701;inactive;Ada\n'), apply: true },
      CLERK,
    )
    expect(report).toMatchObject({ create: 0, change: 1 })
    expect((await everything()).docs[0]).toMatchObject({ status: 'inactive', authDiesel: false, syncStatus: 'synced' })
    expect(
      rowsOf(test.dataDir, 'production', "SELECT name FROM event WHERE name LIKE 'card.%' ORDER BY seq").map(
        (row) => row.name,
      ),
    ).toEqual(['card.created', 'card.disabled'])
    expect(
      rowsOf(test.dataDir, 'production', "SELECT action FROM audit_entry WHERE action = 'card.sync'"),
    ).toHaveLength(1)
  })

  it('leaves an unconfirmed pending change, and keeps the reported values next to it', async () => {
    const file = write('a.csv', 'Card number;Status;Driver\n782521009000153701;active;Ada\n')
    await production().imports.run(projectId, { file, apply: true }, CLERK)
    const [card] = (await everything()).docs
    if (card === undefined) throw new Error('the import made no card')
    await production().cards.command(projectId, card.id, { type: 'disable' }, CLERK)
    expect(await production().imports.run(projectId, { file, apply: true }, CLERK)).toMatchObject({
      change: 0,
      leave: 1,
    })
    expect(await production().cards.get(projectId, card.id)).toMatchObject({
      status: 'inactive',
      syncStatus: 'pending',
    })
    expect(rowsOf(test.dataDir, 'production', "SELECT ours, theirs FROM drift WHERE field = 'status'")).toEqual([
      { ours: 'inactive', theirs: 'active' },
    ])
  })

  it('refuses the second row of a card and a number that belongs to another id', async () => {
    const file = write('a.csv', 'Card number;Card ID\n782521009000153701;P-1\n782521009000153701;P-1\n')
    const map = 'cardNumber=Card number,providerCardId=Card ID'
    expect(await production().imports.run(projectId, { file, map, apply: true }, CLERK)).toMatchObject({
      create: 1,
      refuse: [
        {
          line: 3,
          reason: 'The card 782521009000153701 is in this file more than once',
          problems: [{ code: 'card_repeated', cardNumber: '782521009000153701' }],
        },
      ],
    })
    const other = write('b.csv', 'Card number;Card ID\n782521009000153701;P-2\n')
    const report = await production().imports.run(projectId, { file: other, map, apply: true }, CLERK)
    expect(report.refuse).toEqual([
      {
        line: 2,
        reason: "The number 782521009000153701 belongs to the card with the provider's id P-1",
        problems: [{ code: 'number_has_another_id', cardNumber: '782521009000153701', providerCardId: 'P-1' }],
      },
    ])
    expect((await everything()).docs[0]?.providerCardId).toBe('P-1')
  })

  it('gives a card known by its number the id that a later file reports', async () => {
    await production().imports.run(
      projectId,
      { file: write('a.csv', 'Card number\n782521009000153701\n'), apply: true },
      CLERK,
    )
    const report = await production().imports.run(
      projectId,
      {
        file: write('b.csv', 'Card number;Card ID\n782521009000153701;P-7\n'),
        map: 'cardNumber=1,providerCardId=2',
        apply: true,
      },
      CLERK,
    )
    expect(report).toMatchObject({ create: 0, change: 1 })
    expect((await everything()).docs[0]?.providerCardId).toBe('P-7')
  })

  it.each(['provider-export-de.csv', 'provider-export-en.csv', 'provider-export-fr.csv', 'provider-export-nl.xlsx'])(
    'understands the sample %s without help',
    async (name) => {
      const report = await production().imports.run(projectId, { file: join(SAMPLES, name), apply: true }, CLERK)
      expect(report).toMatchObject({ refuse: [], change: 0, leave: 0 })
      expect(report.create).toBeGreaterThan(15)
      expect((await everything()).total).toBe(report.create)
    },
  )

  it('is refused with a sentence if the file does not exist or has no card numbers', async () => {
    await expect(
      production().imports.run(projectId, { file: join(folder, 'none.csv'), apply: false }, CLERK),
    ).rejects.toMatchObject({ code: 'error.validation' })
    const file = write('a.csv', 'Driver;Plate\nAda;B-XY 12\n')
    await expect(production().imports.run(projectId, { file, apply: true }, CLERK)).rejects.toMatchObject({
      code: 'error.validation',
    })
    expect(rowsOf(test.dataDir, 'production', 'SELECT 1 FROM sync_run')).toHaveLength(0)
  })

  it('that is stopped keeps what it wrote, says so in its run, and continues when repeated', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, index) => `78252100900${String(index).padStart(7, '0')};active;Driver ${index}`,
    )
    const file = write('big.csv', `Card number;Status;Driver\n${rows.join('\n')}\n`)
    const stop = new AbortController()
    const run = production().imports.run(projectId, { file, apply: true }, CLERK, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(run).rejects.toBeDefined()
    const { total } = await everything()
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(2_000)
    expect(rowsOf(test.dataDir, 'production', 'SELECT state, failure_kind AS kind FROM sync_run')).toEqual([
      { state: 'cancelled', kind: 'cancelled' },
    ])
    expect(await production().imports.run(projectId, { file, apply: true }, CLERK)).toMatchObject({
      create: 2_000 - total,
      leave: total,
    })
  })
})

describe('an export', () => {
  it.each(['csv', 'xlsx'])('to %s imports again without a difference', async (ending) => {
    await production().imports.run(projectId, { file: join(SAMPLES, 'provider-export-de.csv'), apply: true }, CLERK)
    const file = join(folder, `out.${ending}`)
    const { cards } = await production().exports.toFile(projectId, cardListInputSchema.parse({}), {
      file,
      delimiter: ',',
    })
    expect(await production().imports.run(projectId, { file, apply: true }, CLERK)).toMatchObject({
      create: 0,
      change: 0,
      leave: cards,
      refusedTotal: 0,
    })
  })

  it('holds the matching cards in the requested order, with formulas disarmed', async () => {
    const file = write('a.csv', 'Card number;Status;Driver\n1001;active;=cmd()\n1003;active;Zoe\n1002;new;\n')
    await production().imports.run(projectId, { file, apply: true }, CLERK)
    const out = join(folder, 'out.csv')
    await production().exports.toFile(
      projectId,
      cardListInputSchema.parse({ status: 'active', sortField: 'cardNumber', sortDirection: 'desc' }),
      { file: out, delimiter: ',' },
    )
    const lines = readFileSync(out, 'utf8').trim().split(/\r?\n/)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['1003', '1001'])
    expect(lines[2]).toContain("'=cmd()")
  })

  it('holds only the named cards if any are named', async () => {
    const file = write('a.csv', 'Card number\n1001\n1002\n1003\n')
    await production().imports.run(projectId, { file, apply: true }, CLERK)
    const { docs } = await production().cards.list(
      projectId,
      cardListInputSchema.parse({ sortField: 'cardNumber', sortDirection: 'asc' }),
    )
    const out = join(folder, 'out.csv')
    expect(
      await production().exports.toFile(projectId, cardListInputSchema.parse({}), {
        file: out,
        delimiter: ',',
        only: new Set([docs[1]?.id ?? '']),
      }),
    ).toMatchObject({ cards: 1 })
    expect(readFileSync(out, 'utf8').trim().split(/\r?\n/)[1]).toMatch(/^1002,/)
  })

  it('refuses a name that ends in neither csv nor xlsx', async () => {
    await expect(
      production().exports.toFile(projectId, cardListInputSchema.parse({}), {
        file: join(folder, 'a.txt'),
        delimiter: ',',
      }),
    ).rejects.toMatchObject({ code: 'error.validation' })
  })
})
