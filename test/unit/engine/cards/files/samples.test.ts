import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveColumns } from '../../../../../src-main/engine/cards/files/columns.ts'
import { readTable } from '../../../../../src-main/engine/cards/files/read-table.ts'
import { rowParser } from '../../../../../src-main/engine/cards/files/row-values.ts'

const samples = join(import.meta.dirname, '../../../../../resources/samples')

describe.each([
  [
    'provider-export-de.csv',
    { format: 'csv', encoding: 'windows-1252', delimiter: ';' },
    'Andreas Bäcker',
    '782521010870601174',
  ],
  [
    'provider-export-en.csv',
    { format: 'csv', encoding: 'utf-8', delimiter: ',' },
    "O'Neill, Sarah",
    '708302142052061078',
  ],
  [
    'provider-export-fr.csv',
    { format: 'csv', encoding: 'utf-8', delimiter: ';' },
    'Élodie Garnier',
    '703719881283707937',
  ],
  ['provider-export-nl.xlsx', { format: 'xlsx' }, 'Sanne van den Berg', '704406317373804367'],
])('the sample %s', (file, form, driver, number) => {
  it('is imported completely, without complaints about its columns', async () => {
    const table = await readTable(join(samples, file))
    expect(table).toMatchObject(form)
    const { columns, problems } = resolveColumns(table.header)
    expect(problems).toEqual([])
    const parsed = (await Array.fromAsync(table.rows)).map((row) => rowParser(columns).parse(row.cells))
    expect(parsed.filter((row) => !row.ok)).toEqual([])
    const cards = parsed.flatMap((row) => (row.ok ? [row.value] : []))
    expect(cards).toHaveLength(25)
    expect(new Set(cards.map((card) => card.cardNumber)).size).toBe(25)
    expect(new Set(cards.map((card) => card.status))).toEqual(new Set(['new', 'active', 'inactive']))
    expect(cards.map((card) => card.driver)).toContain(driver)
    expect(cards.map((card) => card.cardNumber)).toContain(number)
    for (const card of cards) {
      const on = card.status === 'active'
      expect([card.authGasoline, card.authDiesel, card.authLpg, card.authHeatingOil]).toEqual([on, on, on, on])
      expect(card.expirationDate).toMatch(/^20(?:27|28|29)-/)
      expect(card.licensePlate === undefined).toBe(card.status === 'new')
    }
  })
})
