import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { PROJECT_TABLES } from '../../../../src-main/engine/projects/project-removal.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'
import { temporaryFolder } from '../../../support/folder.ts'

describe('the removal of a project from an environment', () => {
  let test: TestEngine
  let leaving: string
  let staying: string

  const sandbox = () => test.engine.environment('sandbox')
  const total = async (projectId: string) =>
    (await sandbox().cards.list(projectId, { page: 1, limit: 1, sortField: 'createdAt' })).total
  const found = async (projectId: string, search: string) =>
    (await sandbox().cards.list(projectId, { page: 1, limit: 1, sortField: 'createdAt', search })).total
  const actions = async () =>
    (await test.engine.audit.list('sandbox', { page: 1, limit: 100, projectId: leaving })).docs.map(
      ({ action }) => action,
    )
  const rows = (table: string, projectKey: number) =>
    rowsOf(test.dataDir, 'sandbox', `SELECT count(*) AS rows FROM ${table} WHERE project_key = ${projectKey}`)[0]?.[
      'rows'
    ]
  const scopes = () => rowsOf(test.dataDir, 'sandbox', 'SELECT key, project_id FROM project_scope ORDER BY key')

  /** A project with a row in every table that has a project. */
  async function fill(projectId: string): Promise<void> {
    await sandbox().mockCards?.create(projectId, { count: 137, seed: 1 }, CLERK)
    const [card] = (
      await sandbox().cards.list(projectId, { page: 1, limit: 1, sortField: 'createdAt', status: 'active' })
    ).docs
    if (card === undefined) throw new Error('No mock card is active')
    await sandbox().inboxes?.open(projectId)
    await sandbox().cards.command(projectId, card.id, { type: 'update', driver: 'Anna Schmidt' }, CLERK)
    const key = scopes().find((scope) => scope['project_id'] === projectId)?.['key']
    const values = { key: Number(key), project: projectId, at: '2026-01-01T00:00:00.000Z', bits: Buffer.of(1) }
    const insert = (sql: string) => changeRows(test.dataDir, 'sandbox', sql, values)
    insert(
      `INSERT INTO job (id, project_key, kind, lane, reference, payload, state, due_at, created_at) VALUES ('job-' || :project, :key, 'push', 'x', 'ref-' || :project, '{}', 'queued', :at, :at)`,
    )
    insert(
      `INSERT INTO sync_run (id, project_key, kind, source, state, started_at) VALUES ('run-' || :project, :key, 'pull', 'x', 'completed', :at)`,
    )
    insert(
      `INSERT INTO sync_refusal (project_key, run_seq, page, row, code, reason) SELECT project_key, seq, 1, 1, 'x', 'x' FROM sync_run WHERE project_key = :key`,
    )
    insert(`INSERT INTO sync_seen SELECT seq, 0, :bits FROM sync_run WHERE project_key = :key`)
    insert(`INSERT INTO run_claim VALUES (:key, 'x', :at, NULL)`)
    insert(`INSERT INTO sync_file (project_key, fingerprint, read_at) VALUES (:key, 'x', :at)`)
    insert(
      `INSERT INTO provider (project_key, adapter, settings, schedule_enabled, schedule_interval_minutes, created_at, updated_at) VALUES (:key, 'file', '{"folder":null}', 0, 15, :at, :at)`,
    )
    insert(
      `INSERT INTO webhook (id, project_key, url, events, status, created_at, updated_at) VALUES ('whk-' || :project, :key, 'https://example.com', '[]', 'active', :at, :at)`,
    )
    insert(`INSERT INTO webhook_secret (webhook_id, sealed, created_at) VALUES ('whk-' || :project, 'x', :at)`)
    insert(
      `INSERT INTO delivery (id, project_key, webhook_id, event_id, event_name, status, trigger, created_at) SELECT 'dlv-' || :project, :key, 'x', id, 'x', 'succeeded', 'test', :at FROM event WHERE project_key = :key LIMIT 1`,
    )
    insert(
      `INSERT INTO delivery_attempt VALUES ((SELECT seq FROM delivery WHERE project_key = :key), 1, :at, 1, 200, NULL, '{}', '{}', '', 0)`,
    )
    insert(
      `INSERT INTO inbox_arrival (project_key, received_at, answered, headers, body, standard_verdict, hex_verdict) VALUES (:key, :at, '200', '{}', '', 'x', 'x')`,
    )
    insert(
      `INSERT INTO bulk_job (id, project_key, command, state, actor_type, actor_name, channel, started_at) VALUES ('bulk-' || :project, :key, 'disable', 'done', 'clerk', 'x', 'app', :at)`,
    )
    insert(
      `INSERT INTO bulk_item (project_key, job_seq, position) VALUES (:key, (SELECT seq FROM bulk_job WHERE project_key = :key), 1)`,
    )
    insert(
      `INSERT INTO drift VALUES ((SELECT seq FROM card WHERE project_key = :key LIMIT 1), 'driver', 'a', 'b', :at)`,
    )
    insert(`INSERT INTO drifted_card VALUES ((SELECT seq FROM card WHERE project_key = :key LIMIT 1), :key, :at)`)
    insert(`INSERT INTO gone_card VALUES ((SELECT seq FROM card WHERE project_key = :key LIMIT 1), :at)`)
  }

  beforeEach(async () => {
    test = await openTestEngine()
    onTestFinished(() => test.close())
    leaving = (await test.engine.projects.create('Leaving', CLERK)).id
    staying = (await test.engine.projects.create('Staying', CLERK)).id
    for (const projectId of [leaving, staying]) await fill(projectId)
  })

  it('deletes every row of it and none of another project', async () => {
    expect(await sandbox().removeProject(leaving, CLERK)).toEqual({ cards: 137 })
    for (const table of PROJECT_TABLES) {
      expect(rows(table, 1), `${table} of the project that left`).toBe(0)
      expect(rows(table, 2), `${table} of the project that stayed`).toBeGreaterThan(0)
    }
    for (const table of ['drift', 'gone_card', 'sync_seen', 'delivery_attempt', 'webhook_secret'])
      expect(rowsOf(test.dataDir, 'sandbox', `SELECT count(*) AS rows FROM ${table}`)).toEqual([{ rows: 1 }])
    expect(await total(leaving)).toBe(0)
    expect(await total(staying)).toBe(137)
    expect(await found(staying, 'Anna Schmidt')).toBe(1)
    expect(await test.engine.check()).toMatchObject({ ok: true })
  })

  it('keeps its audit, which records the removal and the number of cards', async () => {
    const before = await actions()
    await sandbox().removeProject(leaving, { ...CLERK, reason: 'sold' })
    expect(await actions()).toEqual(['project.remove_rows', ...before])
    const [entry] = (await test.engine.audit.list('sandbox', { page: 1, limit: 1, projectId: leaving })).docs
    expect(entry).toMatchObject({ reason: 'sold', before: { cards: 137 }, after: { cards: 0 } })
    expect(await test.engine.audit.verify('sandbox', { projectId: leaving })).toMatchObject({
      ok: true,
      chains: [{ chain: `${leaving}/sandbox`, count: before.length + 1 }],
    })
  })

  it('never gives its short key to another project', async () => {
    await sandbox().removeProject(staying, CLERK)
    const next = (await test.engine.projects.create('Next', CLERK)).id
    await sandbox().mockCards?.create(next, { count: 1, seed: 1 }, CLERK)
    expect(scopes()).toEqual([
      { key: 1, project_id: leaving },
      { key: 2, project_id: `removed:${staying}` },
      { key: 3, project_id: next },
    ])
  })

  it('empties a sandbox that stays in use, which can be filled again at once', async () => {
    expect(await sandbox().removeProject(leaving, CLERK, { keepScope: true })).toEqual({ cards: 137 })
    expect((await actions())[0]).toBe('project.reset')
    await sandbox().mockCards?.create(leaving, { count: 137, seed: 1 }, CLERK)
    expect(await total(leaving)).toBe(137)
    expect(scopes()).toHaveLength(2)
  })

  it('can be repeated, and does nothing for a project without data here', async () => {
    await sandbox().removeProject(leaving, CLERK)
    const entries = await actions()
    expect(await sandbox().removeProject(leaving, CLERK)).toEqual({ cards: 0 })
    expect(await test.engine.environment('production').removeProject(leaving, CLERK)).toEqual({ cards: 0 })
    expect(await actions()).toEqual(entries)
  })

  it('lets others write between its slices', async () => {
    const ending = new AbortController()
    let others = 0
    const removal = sandbox()
      .removeProject(leaving, CLERK)
      .finally(() => ending.abort())
    const [card] = (
      await sandbox().cards.list(staying, { page: 1, limit: 1, sortField: 'createdAt', status: 'active' })
    ).docs
    while (!ending.signal.aborted) {
      await sandbox().cards.command(staying, card?.id ?? '', { type: others % 2 === 0 ? 'disable' : 'enable' }, CLERK)
      others += 1
    }
    await removal
    expect(others).toBeGreaterThan(2)
  })
})

it('knows every table that has a project', () => {
  const file = `${temporaryFolder()}/sandbox.sqlite`
  prepareFile(file, 'sandbox', () => {})
  const sqlite = openConnection(file)
  const tables = sqlite
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'project_key') ORDER BY name",
    )
    .all()
  sqlite.close()
  expect(tables.map(({ name }) => name)).toEqual([...PROJECT_TABLES].sort())
})
