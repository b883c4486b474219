import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONTROL_PLACES, ENVIRONMENT_PLACES } from '../../../src-main/engine/personal/personal-places.ts'
import { COMMAND_LINE, openTestBridge, type TestBridge } from '../../support/bridge.ts'
import { OVER_POSTGRES } from '../../support/postgres/databases.ts'
import { changeRows, forgeRows, rowsOf } from '../../support/rows.ts'

const DRIVER = 'Zoë "Quark" Quetzalcoatl'
const PLATE = 'QZ-XY 987'
/** Content written by a person, a provider or a receiver. */
const WORDS = `Refused: ${DRIVER} has left`
const MARK = 'Quetzalcoatl'

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

const person = () => ({ projectId: place.projectId, driver: DRIVER })
const erase = () => bridge.call('personal.erase', person(), COMMAND_LINE)
const find = () => bridge.call('personal.find', person())
const handOn = () =>
  bridge.call('cards.update', { ...place, cardId, driver: 'Grace', licensePlate: 'B-1', reason: WORDS })
const NOTHING = { cards: 0, auditEntries: 0, events: 0, others: 0 }

/** Where a text is: every file of the data folder, even in erased pages, or every table that a server shows. */
function placesWith(text: string): string[] {
  return OVER_POSTGRES ? tablesWith(text) : filesWith(text)
}

function tablesWith(text: string): string[] {
  const hex = Buffer.from(text).toString('hex')
  return (['control', 'sandbox', 'production'] as const).flatMap((kind) => {
    const rows = (sql: string) => rowsOf(bridge.test.dataDir, kind, sql)
    return rows(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${kind}'`).flatMap(({ name }) => {
      const content = JSON.stringify(rows(`SELECT row::text FROM "${String(name)}" AS row`))
      return content.includes(text) || content.includes(hex) ? [`${kind}.${String(name)}`] : []
    })
  })
}

function filesWith(text: string, folder = bridge.test.dataDir): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesWith(text, path)
    return readFileSync(path).includes(text) ? [path] : []
  })
}

/** Writes to the store what work in the distant past would have left. */
function plant(kind: 'control' | 'sandbox', sql: string, ...values: (string | Uint8Array)[]): void {
  if (OVER_POSTGRES) {
    let next = 0
    const named = sql.replaceAll('?', () => `:value${next++}`)
    changeRows(
      bridge.test.dataDir,
      kind,
      named,
      Object.fromEntries(values.map((value, index) => [`value${index}`, value])),
    )
    return
  }
  const file = new BetterSqlite3(join(bridge.test.dataDir, `${kind}.sqlite`))
  file.pragma('secure_delete = ON')
  file.prepare(sql).run(...values)
  file.close()
}

/** Columns that hold no text of people: IDs, states, times, hashes, sealed secrets, project settings. */
const NEVER = new Set([
  // Codes; words stand elsewhere.
  'card.reason',
  'last_command.reason',
  'bulk_job.card_reason',
  'planned_change.reason',
  'earlier_plan.reason',
  // A time, and who of the service’s people planned it.
  'card.planned_for',
  'earlier_plan.planned_for',
  'planned_change.by_name',
  'earlier_plan.by_name',
  // Set by a person about the project itself, not about its drivers.
  'project.name',
  'api_key.name',
  // The people who use the service.
  'person.name',
  'person.email',
  'person.language',
  'person.theme',
  'membership.role',
  'page_session.device',
  // What they sign in with.
  'totp.secret',
  'passkey.name',
  'passkey.transports',
  'passkey.host',
  'identity.issuer',
  'identity.subject',
  'identity_grant.issuer',
  'identity_grant.subject',
  'identity_grant.renew_by',
  'sign_in_state.payload',
  // Instances of the service, and what they share out.
  // Of a file in transit, gone within a quarter of an hour.
  'transit_file.name',
  'run_claim.cancel_by',
  'instance.address',
  'instance.version',
  'duty_lease.name',
  'lane_state.lane',
  'lane_state.trouble',
  // An administrator's mail server, and what it said about an address.
  'mail_server.host',
  'mail_server.security',
  'mail_server.user_name',
  'mail_server.password',
  'mail_server.from_address',
  'mail_server.from_name',
  'mail_server.problem',
  'alert_mail.topic',
  'alert_mail.error',
  'page_session.app',
  'app_code.app',
  'app_code.device',
  'app_code.redirect_uri',
  'app_code.challenge',
  'device_request.app',
  'device_request.device',
  'device_request.address',
  // A request that waits: sealed, removed once decided, and named as remaining until then.
  'approval.subject',
  'approval.call',
  'approval.input',
  'approval.change',
  'approval.digest',
  'approval.result',
  'webhook.url',
  'webhook.events',
  'webhook.description',
  'webhook.schedule_events',
  'provider.settings',
  'provider.capabilities',
  'setting.value',
  'request_log.key_name',
  // Erased when the card they belong to is handed on, which an erasure requires.
  'card.license_plate',
  'card.driver',
  'card.plate_key',
  'card.driver_key',
  'card.driver_joints',
  'card.driver_forms',
  'card.card_number',
  'card.provider_card_id',
  'bulk_item.card_number',
  'drift.theirs',
  'drift.field',
  // The side table is covered separately; the chain itself holds hashes, and who acted.
  'audit_personal.value',
  'audit_personal.place',
  'audit_entry.reason',
  'audit_entry.before',
  'audit_entry.after',
  'audit_entry.actor_name',
  'audit_entry.chain',
  'audit_chain.chain',
  'bulk_job.actor_name',
  'bulk_item.license_plate',
  'last_command.license_plate',
  'saved_view.columns',
  'inbox.behaviour',
  'environment_state.value',
  'job.lane',
  'inbox_arrival.answered',
  'event.name',
  'sync_count.name',
  'environment_state.name',
  'setting.name',
  'idempotency_record.path',
  'column_memory.headers',
])
const TECHNICAL =
  /(^|_)(id|key|hash|seq|at|status|state|kind|type|action|channel|time|method|environment|token|prefix|checksum|fingerprint|sealed|credentials|reference|trigger|outcome|code|command|adapter|verdict|position|expiration_date|failure|failure_kind|disabled_reason|updated_since|event_name|about|what|retires_at|undoes|since|until|last_portal_time|push_state)$/

// The tables of a server have the same columns.
test.skipIf(OVER_POSTGRES).each([
  ['control', CONTROL_PLACES],
  ['sandbox', ENVIRONMENT_PLACES],
] as const)('every text column of %s.sqlite is on the list, or known to name no person', (kind, places) => {
  const listed = new Set(
    places.flatMap(({ table, columns }) => Object.keys(columns).map((column) => `${table}.${column}`)),
  )
  const columns = rowsOf(
    bridge.test.dataDir,
    kind,
    `SELECT m.name || '.' || c.name AS place, c.name AS name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.type = 'TEXT' AND m.name NOT LIKE 'card_%search%' AND m.name <> 'schema_migration'`,
  )
  expect(columns.length).toBeGreaterThan(20)
  expect(
    columns
      .map((row) => String(row['place']))
      .filter((name) => !listed.has(name) && !NEVER.has(name) && !TECHNICAL.test(name.split('.')[1] ?? '')),
  ).toEqual([])
  expect([...listed].filter((name) => !columns.some((row) => row['place'] === name))).toEqual([])
})

/** The name in every column of the list, in the column's kind of content. */
function plantEverywhere(): number {
  const said = JSON.stringify({
    event: 'card.sync_failed',
    data: {
      driver: DRIVER,
      license_plate: PLATE,
      error_message: WORDS,
      cards: [{ driver: DRIVER, license_plate: PLATE }],
    },
  })
  const scope = '(SELECT key FROM project_scope LIMIT 1)'
  plant(
    'sandbox',
    `INSERT INTO event (id, project_key, name, created_at, body) VALUES ('evt_x', ${scope}, 'card.sync_failed', '2026-01-01T00:00:00.000Z', ?)`,
    said,
  )
  plant(
    'sandbox',
    `INSERT INTO delivery (id, project_key, webhook_id, event_id, event_name, status, trigger, created_at) VALUES ('dlv_x', ${scope}, 'w', 'evt_x', 'card.sync_failed', 'failed', 'automatic', '2026-01-01T00:00:00.000Z')`,
  )
  plant(
    'sandbox',
    `INSERT INTO delivery_attempt VALUES ((SELECT seq FROM delivery WHERE id = 'dlv_x'), 1, 't', 1, 500, ?, '{}', ?, ?, 0)`,
    WORDS,
    JSON.stringify({ x: encodeURIComponent(DRIVER) }),
    'got {"driver":"Zo\\u00eb \\"Quark\\" Quetzalcoatl"}',
  )
  plant(
    'sandbox',
    `INSERT INTO idempotency_record VALUES ('${place.projectId}', 'k', 'POST', '/v1/projects/${place.projectId}/cards/x/activate', ?, 200, ?, '2026-01-01T00:00:00.000Z')`,
    Buffer.alloc(1),
    JSON.stringify({ driver: DRIVER, licensePlate: PLATE }),
  )
  plant(
    'sandbox',
    `INSERT INTO job (id, project_key, kind, lane, reference, payload, state, due_at, error, created_at) VALUES ('job_x', ${scope}, 'other', 'l', 'r', ?, 'done', 't', ?, 't')`,
    JSON.stringify({ driver: DRIVER, licensePlate: PLATE }),
    WORDS,
  )
  plant(
    'sandbox',
    `INSERT INTO bulk_job (id, project_key, command, state, actor_type, actor_name, channel, reason, started_at) VALUES ('b', ${scope}, 'update', 'done', 'clerk', 'Test', 'app', ?, 't')`,
    WORDS,
  )
  plant(
    'sandbox',
    `INSERT INTO planned_change (card_seq, by_type, by_name, planned_at, note) VALUES ((SELECT max(seq) FROM card), 'person', 'Test', 't', ?)`,
    WORDS,
  )
  plant(
    'sandbox',
    `INSERT INTO last_command (card_seq, revision, command, at) VALUES ((SELECT max(seq) FROM card), 7, 'enable', 't')`,
  )
  plant(
    'sandbox',
    `INSERT INTO earlier_plan VALUES ((SELECT max(seq) FROM card), 7, 'disable', 't', 0, 'person', NULL, 'Test', 't', NULL, ?)`,
    WORDS,
  )
  plant(
    'sandbox',
    `INSERT INTO bulk_item (project_key, job_seq, position, license_plate, driver, outcome, message, own_fields) VALUES (${scope}, (SELECT seq FROM bulk_job WHERE id = 'b'), 1, ?, ?, 'refused', ?, ?)`,
    PLATE,
    DRIVER,
    WORDS,
    JSON.stringify({ notes: WORDS }),
  )
  plant(
    'sandbox',
    `INSERT INTO inbox_arrival (project_key, received_at, answered, headers, body, standard_verdict, hex_verdict) VALUES (${scope}, 't', '200', '{}', ?, 'valid', 'valid')`,
    said,
  )
  plant(
    'sandbox',
    `INSERT INTO sync_run (id, project_key, kind, source, state, started_at, error, resume) VALUES ('s', ${scope}, 'pull', ?, 'failed', 't', ?, ?)`,
    `${DRIVER}.csv`,
    WORDS,
    JSON.stringify({ reasons: [WORDS], listed: [{ driver: DRIVER }] }),
  )
  plant(
    'sandbox',
    `INSERT INTO sync_refusal (project_key, run_seq, page, row, provider_card_id, code, reason) VALUES (${scope}, (SELECT seq FROM sync_run WHERE id = 's'), 1, 1, ?, 'x', ?)`,
    DRIVER,
    WORDS,
  )
  plant(
    'sandbox',
    `UPDATE card SET sync_error_message = ?, internal_reference = ?, reference_key = ?, cost_centre = ?, notes = ? WHERE seq = (SELECT max(seq) FROM card)`,
    WORDS,
    WORDS,
    WORDS.toLowerCase(),
    WORDS,
    WORDS,
  )
  plant(
    'sandbox',
    `INSERT INTO drift VALUES ((SELECT seq FROM card WHERE id = '${cardId}'), 'driver', ?, 'Grace', 't')`,
    DRIVER,
  )
  plant(
    'control',
    `INSERT INTO saved_view VALUES ('v', '${place.projectId}', 'sandbox', 'Cards of Zoë', ?, '[]')`,
    JSON.stringify({ search: DRIVER }),
  )
  plant(
    'control',
    `INSERT INTO column_memory VALUES ('${place.projectId}', 'h', ?, 't')`,
    JSON.stringify({ driver: DRIVER }),
  )
  plant(
    'control',
    `INSERT INTO request_log (id, time, method, path, status, duration_ms, project_id, refusal) VALUES ('r', 't', 'GET', ?, 404, 1, '${place.projectId}', ?)`,
    `/v1/projects/${place.projectId}/cards/${encodeURIComponent(DRIVER)}`,
    JSON.stringify({ masked: false, query: null, body: { driver: DRIVER }, answer: null }),
  )
  plant(
    'control',
    `INSERT INTO approval (id, project_id, subject, call, change, digest, reason, answer, channel, state, asker_id, asked_at, expires_at) SELECT 'a', '${place.projectId}', 'live_key', 'keys.create', '{"subject":"live_key","name":"Key","expiresAt":null,"replaces":null}', 'd', ?, ?, 'app', 'declined', id, '2026-01-01T00:00:00.000Z', '2026-01-04T00:00:00.000Z' FROM person LIMIT 1`,
    WORDS,
    WORDS,
  )
  return 18
}

test('no byte of the store holds a trace of the driver, wherever the name was', async () => {
  const planted = plantEverywhere()
  await bridge.call('personal.download', person())
  await handOn()
  const found = await find()
  expect(found.cards).toBe(0)
  expect(found.events).toBeGreaterThan(1)
  expect(found.auditEntries).toBeGreaterThan(1)
  expect(found.others).toBeGreaterThanOrEqual(planted - 1)
  expect((await erase()).remaining).toEqual([])
  expect(await find()).toEqual(NOTHING)
  // As written, and as folded for the search.
  for (const mark of [MARK, MARK.toLowerCase()]) expect(placesWith(mark), mark).toEqual([])
  expect(placesWith(PLATE)).toEqual([])
  expect(await bridge.call('audit.verify', {})).toMatchObject({ ok: true })
  const { docs } = await bridge.call('audit.list', { kind: 'sandbox', targetId: cardId, action: 'card.update' })
  expect(docs[0]).toMatchObject({
    reason: null,
    erased: expect.arrayContaining(['reason', 'before.driver', 'before.licensePlate']) as string[],
    after: { driver: 'Grace', licensePlate: 'B-1' },
  })
})

test('the search index holds no piece of a name either', async () => {
  // Three letters are a word of the index; no other name contains these.
  const rare = 'ꙮꙮꙮ'
  await bridge.call('cards.update', { ...place, cardId, driver: rare, licensePlate: 'B-2' })
  expect(placesWith(rare)).not.toEqual([])
  await handOn()
  await bridge.call('personal.erase', { ...person(), driver: rare }, COMMAND_LINE)
  expect(placesWith(rare)).toEqual([])
})

test('copies that must still go out, or lie elsewhere, are named with their latest end', async () => {
  await bridge.call('cards.disable', { ...place, cardId })
  await handOn()
  const backups = OVER_POSTGRES ? [] : ['backups']
  if (!OVER_POSTGRES) await bridge.call('backup.now', {})
  const { remaining } = await erase()
  expect(remaining.map(({ what, count }) => [what, count])).toEqual(['events', ...backups].map((what) => [what, 1]))
  const [events] = remaining
  expect(Date.parse(events?.until ?? '')).toBeGreaterThan(Date.now() + 29 * 24 * 60 * 60 * 1000)
  expect(remaining.slice(1).map(({ until }) => until)).toEqual(backups.map(() => null))
  expect(await find()).toEqual({ ...NOTHING, events: 1 })
  await bridge.call('webhook.disable', place)
  expect((await erase()).remaining.map(({ what }) => what)).toEqual(backups)
  expect(await find()).toEqual(NOTHING)
})

test('an entry of an earlier version with the name in the chain itself is reported, and stays provable', async () => {
  await handOn()
  const { audit } = bridge.test.engine
  forgeRows(bridge.test.dataDir, 'sandbox', 'UPDATE audit_entry SET reason = :words WHERE seq = 1', { words: WORDS })
  expect((await erase()).remaining).toEqual([{ what: 'audit', count: 1, until: null }])
  expect((await audit.verify('control')).ok).toBe(true)
})

test('a driver whom only the provider still reports is found as a card, since nothing can be erased', async () => {
  await handOn()
  plant(
    'sandbox',
    `INSERT INTO drift VALUES ((SELECT seq FROM card WHERE id = '${cardId}'), 'driver', 'Grace', ?, 't')`,
    DRIVER,
  )
  expect(await find()).toMatchObject({ cards: 1 })
  expect(await bridge.errorOf('personal.erase', person())).toMatchObject({ code: 'error.validation' })
})

test('a name is not matched inside a longer word, and another driver’s longer name stays', async () => {
  const ann = 'Ann'
  await bridge.call('cards.update', { ...place, cardId, driver: ann, reason: 'handed to Ann' })
  await bridge.call('cards.update', { ...place, cardId, driver: 'Ann Marie', reason: 'Annex closed' })
  await bridge.call('personal.erase', { projectId: place.projectId, driver: ann })
  const { docs } = await bridge.call('audit.list', { kind: 'sandbox', targetId: cardId, action: 'card.update' })
  expect(docs.map(({ reason, after }) => [reason, after?.['driver']])).toEqual([
    ['Annex closed', 'Ann Marie'],
    [null, null],
  ])
})
