import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMAND_LINE, openTestBridge, type TestBridge } from '../../support/bridge.ts'
import { rowsOf } from '../../support/rows.ts'

const DRIVER = 'Zoë "Quark" Quetzalcoatl'
const PLATE = 'QZ-XY 987'

let bridge: TestBridge
let place: { projectId: string; environment: 'sandbox' }
let cardId: string

beforeEach(async () => {
  bridge = await openTestBridge({ runsWork: false })
  place = await bridge.fleet(40)
  cardId = (await bridge.cards(place)).find(({ status }) => status === 'new')?.id ?? ''
  await bridge.call('webhook.create', { ...place, url: 'https://example.com/hook', events: ['card.disabled'] })
  await bridge.call('cards.activate', { ...place, cardId, licensePlate: PLATE, driver: DRIVER })
})
afterEach(() => bridge.close())

const erase = () => bridge.call('personal.erase', { projectId: place.projectId, driver: DRIVER }, COMMAND_LINE)
const find = () => bridge.call('personal.find', { projectId: place.projectId, driver: DRIVER })
const handOn = () => bridge.call('cards.update', { ...place, cardId, driver: 'Grace', licensePlate: 'B-1' })

/** The files in the data folder that contain a text anywhere, even in erased pages. */
function filesWith(text: string): string[] {
  const folder = bridge.test.dataDir
  return readdirSync(folder).filter(
    (name) => name.includes('.sqlite') && readFileSync(join(folder, name)).includes(text),
  )
}

test('a driver is found, exported, and erased without a trace once no card is theirs', async () => {
  expect(await find()).toEqual({ cards: 1, auditEntries: 1, events: 1, others: 0 })
  const { downloadId, name } = await bridge.call('personal.download', { projectId: place.projectId, driver: DRIVER })
  expect(name).not.toContain('Quetzal')
  const { data } = await bridge.call('downloads.read', { downloadId, offset: 0 })
  const told = JSON.parse(Buffer.from(data, 'base64').toString()) as {
    driver: string
    sandbox: Record<string, unknown[]>
    production: Record<string, unknown[]>
  }
  expect(told).toMatchObject({
    driver: DRIVER,
    sandbox: {
      cards: [{ id: cardId }],
      auditEntries: [{ after: { driver: DRIVER, licensePlate: PLATE } }],
      events: [{ data: { driver: DRIVER } }],
    },
    production: { cards: [], auditEntries: [], events: [] },
  })

  expect(await bridge.errorOf('personal.erase', { projectId: place.projectId, driver: DRIVER })).toMatchObject({
    code: 'error.validation',
    message: expect.stringContaining('A card is still') as string,
  })
  expect(await find()).toEqual({ cards: 1, auditEntries: 1, events: 1, others: 0 })

  await handOn()
  expect((await erase()).erased).toBeGreaterThan(3)
  expect(await find()).toEqual({ cards: 0, auditEntries: 0, events: 0, others: 0 })
  for (const table of ['event', 'audit_personal', 'last_command', 'bulk_item', 'job', 'audit_entry']) {
    const rows = JSON.stringify(rowsOf(bridge.test.dataDir, 'sandbox', `SELECT * FROM ${table}`))
    expect(rows, table).not.toContain('Quetzalcoatl')
    expect(rows, table).not.toContain(PLATE)
  }
  expect(filesWith('Quetzalcoatl')).toEqual([])
  expect(filesWith(PLATE)).toEqual([])
  const [entry] = (await bridge.call('audit.list', { kind: 'sandbox', action: 'personal.erase' })).docs
  expect(entry).toMatchObject({
    projectId: place.projectId,
    channel: 'cli',
    after: { erased: expect.any(Number) as number },
  })
  expect(await bridge.call('audit.verify', {})).toMatchObject({ ok: true })
})

test('a name in the notes of a card is found, exported and removed from them', async () => {
  await handOn()
  await erase()
  const spare = (await bridge.cards(place)).find(({ status }) => status === 'inactive')?.id ?? ''
  await bridge.call('cards.update', { ...place, cardId: spare, notes: `Lent to ${DRIVER} in May` })
  await bridge.call('cards.update', {
    ...place,
    cardId: spare,
    notes: `Lent to ${DRIVER} until June`,
    internalReference: `${DRIVER}’s`,
  })
  expect(await find()).toMatchObject({ cards: 0, auditEntries: 2, events: 1 })
  expect((await find()).others).toBeGreaterThan(0)
  const { downloadId } = await bridge.call('personal.download', { projectId: place.projectId, driver: DRIVER })
  const { data } = await bridge.call('downloads.read', { downloadId, offset: 0 })
  expect(JSON.parse(Buffer.from(data, 'base64').toString())).toMatchObject({
    sandbox: {
      cards: [{ id: spare }],
      auditEntries: [{ after: { notes: expect.stringContaining('May') as string } }, {}],
    },
  })
  await erase()
  expect(await find()).toEqual({ cards: 0, auditEntries: 0, events: 0, others: 0 })
  expect(await bridge.call('cards.get', { ...place, cardId: spare })).toMatchObject({
    notes: '(erased)',
    internalReference: '(erased)',
  })
  expect(rowsOf(bridge.test.dataDir, 'sandbox', `SELECT reference_key FROM card WHERE id = '${spare}'`)).toEqual([
    { reference_key: '(erased)' },
  ])
  expect(filesWith('Quetzalcoatl')).toEqual([])
  expect(await bridge.call('audit.verify', {})).toMatchObject({ ok: true })
})

test('an event still to be delivered is left unchanged, and erased the next time', async () => {
  await bridge.call('cards.disable', { ...place, cardId })
  await handOn()
  await erase()
  expect(await find()).toEqual({ cards: 0, auditEntries: 0, events: 1, others: 0 })
  await bridge.call('webhook.disable', place)
  await erase()
  expect(await find()).toEqual({ cards: 0, auditEntries: 0, events: 0, others: 0 })
})

test('another project, another driver and another spelling stay', async () => {
  const other = await bridge.fleet(40, 'Other')
  const theirs = (await bridge.cards(other)).find(({ status }) => status === 'new')?.id ?? ''
  await bridge.call('cards.activate', { ...other, cardId: theirs, licensePlate: PLATE, driver: DRIVER })
  await handOn()
  await bridge.call('cards.update', { ...place, cardId, driver: `${DRIVER} jr` })
  await erase()
  expect(await bridge.call('personal.find', { projectId: other.projectId, driver: DRIVER })).toEqual({
    cards: 1,
    auditEntries: 1,
    events: 1,
    others: 0,
  })
  expect(await bridge.call('personal.find', { projectId: place.projectId, driver: `${DRIVER} jr` })).toMatchObject({
    cards: 1,
    auditEntries: 1,
    events: 1,
  })
  expect(await bridge.call('personal.find', { projectId: place.projectId, driver: 'Grace' })).toMatchObject({
    auditEntries: 2,
  })
})
