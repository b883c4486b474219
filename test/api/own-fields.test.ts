import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Card } from '../../src-main/domain/card.ts'
import { rowsOf } from '../support/rows.ts'
import { CLERK, startTestService, type TestProject, type TestService } from '../support/service.ts'

let service: TestService
let project: TestProject
let cards: Card[]
beforeAll(async () => {
  service = await startTestService()
  project = await service.createProject('Fleet')
  cards = await service.importCards(project, 'production', [
    { cardNumber: '70000001' },
    { cardNumber: '70000002', status: 'active', licensePlate: 'B-XY 1', driver: 'Ada' },
    { cardNumber: '70000003', status: 'inactive', licensePlate: 'B-XY 2', driver: 'Grace' },
  ])
})
afterAll(() => service.close())

const key = () => project.keys.production
const patch = (card: Card | undefined, body: object) =>
  service.send('PATCH', `/v1/projects/${project.id}/cards/${card?.id}`, { key: key(), body })
const numbers = async (query: Record<string, string>) =>
  (
    (
      await service.send('GET', `/v1/projects/${project.id}/cards?${new URLSearchParams(query).toString()}`, {
        key: key(),
      })
    ).body.docs as Card[]
  ).map(({ cardNumber }) => cardNumber)
const events = () =>
  rowsOf(service.dataDir, 'production', "SELECT name, body FROM event WHERE name LIKE 'card.%' ORDER BY seq").map(
    (row) => ({ name: row['name'], ...(JSON.parse(String(row['body'])) as { data: Record<string, unknown> }) }),
  )

describe('reference, cost centre and notes', () => {
  it('are null at first, and set by PATCH in every state, without telling the provider', async () => {
    for (const card of cards) expect(card).toMatchObject({ internalReference: null, costCentre: null, notes: null })
    for (const [index, card] of cards.entries()) {
      const reply = await patch(card, {
        internalReference: ` FL-2026 ${index + 1} `,
        costCentre: '4711 North',
        notes: 'First line\nsecond',
      })
      expect(reply).toMatchObject({
        status: 200,
        body: {
          internalReference: `FL-2026 ${index + 1}`,
          costCentre: '4711 North',
          notes: 'First line\nsecond',
          status: card.status,
          syncStatus: 'synced',
          lastSyncedAt: card.lastSyncedAt,
        },
      })
    }
    expect(rowsOf(service.dataDir, 'production', "SELECT id FROM job WHERE kind <> 'delivery'")).toEqual([])
    const told = events().slice(-3)
    expect(told.map(({ name }) => name)).toEqual(['card.updated', 'card.updated', 'card.updated'])
    expect(told[0]?.data).toMatchObject({ internal_reference: 'FL-2026 1', cost_centre: '4711 North' })
    expect(JSON.stringify(told)).not.toContain('First line')
  })

  it('raise no event if only notes change', async () => {
    const before = events().length
    expect(await patch(cards[1], { notes: 'Only notes' })).toMatchObject({ status: 200, body: { notes: 'Only notes' } })
    expect(events()).toHaveLength(before)
  })

  it('are found: by a part of the reference, and by the whole cost centre', async () => {
    expect(await numbers({ search: 'fl20262' })).toEqual(['70000002'])
    expect(await numbers({ search: '2026-3' })).toEqual(['70000003'])
    expect(await numbers({ search: '63' })).toEqual(['70000003'])
    await patch(cards[2], { costCentre: '4712 South' })
    expect(await numbers({ 'filter[costCentre]': '4712 South' })).toEqual(['70000003'])
    expect((await numbers({ 'filter[costCentre]': '4711 North' })).sort()).toEqual(['70000001', '70000002'])
    expect(await numbers({ 'filter[costCentre]': '4711' })).toEqual([])
    expect(await numbers({ 'sort[field]': 'internalReference' })).toEqual(['70000001', '70000002', '70000003'])
    expect(await numbers({ 'sort[field]': 'costCentre', 'sort[direction]': 'desc' })).toEqual([
      '70000003',
      '70000002',
      '70000001',
    ])
  })

  it('are cleared by null or blanks, and then no longer found', async () => {
    expect(await patch(cards[0], { internalReference: null, costCentre: '   ' })).toMatchObject({
      status: 200,
      body: { internalReference: null, costCentre: null },
    })
    expect(await numbers({ search: 'FL20261' })).toEqual([])
    expect(await service.engine.environment('production').cards.costCentres(project.id)).toEqual([
      '4711 North',
      '4712 South',
    ])
  })

  it('are refused by name if they are too long, or contain line breaks outside the notes', async () => {
    const reply = await patch(cards[0], { internalReference: 'x'.repeat(101), costCentre: 'a\nb', notes: 7 })
    expect(reply).toMatchObject({
      status: 400,
      body: {
        code: 'error.validation',
        details: [{ field: 'internalReference' }, { field: 'costCentre' }, { field: 'notes' }],
      },
    })
    expect(await patch(cards[0], { notes: 'ok', driver: 'Ada' })).toMatchObject({
      status: 400,
      body: { code: 'error.bad_request', reason: 'card_not_activated' },
    })
  })

  it('are all restored by undo', async () => {
    await patch(cards[1], { internalReference: 'A', costCentre: 'B', notes: 'C', driver: 'Grace' })
    const { bulk, cards: read } = service.engine.environment('production')
    await bulk.undoCard(project.id, cards[1]?.id ?? '', CLERK)
    expect(await read.get(project.id, cards[1]?.id ?? '')).toMatchObject({
      internalReference: 'FL-2026 2',
      costCentre: '4711 North',
      notes: 'Only notes',
      driver: 'Ada',
    })
  })

  it('are exported and imported; an empty cell leaves them unchanged', async () => {
    const production = service.engine.environment('production')
    const file = join(service.dataDir, 'out.csv')
    await production.exports.toFile(
      project.id,
      { page: 1, limit: 100, sortField: 'cardNumber', sortDirection: 'asc' },
      { file, delimiter: ';' },
    )
    expect(await readFile(file, 'utf8')).toContain('Internal reference;Cost centre;Notes')
    const other = await service.createProject('Other')
    await production.imports.run(other.id, { file, apply: true }, CLERK)
    const { docs } = await production.cards.list(other.id, {
      page: 1,
      limit: 10,
      sortField: 'cardNumber',
      sortDirection: 'asc',
    })
    expect(docs.map(({ internalReference, costCentre, notes }) => [internalReference, costCentre, notes])).toEqual([
      [null, null, 'First line\nsecond'],
      ['FL-2026 2', '4711 North', 'Only notes'],
      ['FL-2026 3', '4712 South', 'First line\nsecond'],
    ])
    expect(await production.imports.run(other.id, { file, apply: true }, CLERK)).toMatchObject({ change: 0, leave: 3 })
  })
})
