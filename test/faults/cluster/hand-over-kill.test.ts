import { expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../../src-main/domain/access.ts'
import { patiently } from '../../support/cluster/patience.ts'
import { signInPage, type SignedInPage } from '../../support/team/page-session.ts'
import { startCluster, type Cluster } from '../../support/postgres/cluster.ts'
import { postgresPrograms } from '../../support/postgres/server.ts'
import { ROUNDS, type RunningService } from '../../support/program.ts'

/** Some of them are new. */
const MOCK_CARDS = '6000'
const PAIRS = 400
/** Of each job, at equal distances. */
const KILLS = 3
const APRIL = { from: '2030-04-01', before: '2030-05-01' }

interface Pair {
  old: string
  fresh: string
  plate: string
  driver: string
}

/** Active cards that end in April, each with a new card that names it. */
function makePairs({ ask }: Cluster): Promise<Pair[]> {
  return ask<Pair & Record<string, unknown>>(
    `WITH old AS (
        SELECT *, row_number() OVER (ORDER BY seq) AS number FROM card
          WHERE status = 'active' AND replaces_card_id IS NULL
      ), fresh AS (
        SELECT *, row_number() OVER (ORDER BY seq) AS number FROM card WHERE status = 'new'
      ), pair AS (
        SELECT old.id AS old, fresh.id AS fresh, old.license_plate AS plate, old.driver
          FROM old JOIN fresh USING (number) WHERE number <= $1
      ), ending AS (
        UPDATE card SET expiration_date = '2030-04-30T00:00:00.000Z' WHERE id IN (SELECT old FROM pair)
      ), naming AS (
        UPDATE card SET replaces_card_id = pair.old FROM pair WHERE card.id = pair.fresh
      ) SELECT * FROM pair ORDER BY old`,
    [PAIRS],
  )
}

const pages = new WeakMap<RunningService, Promise<SignedInPage>>()

/** The link that a service prints signs in once. */
function pageOf(service: RunningService): Promise<SignedInPage> {
  const page = pages.get(service) ?? signInPage(service.ready.uiUrl)
  pages.set(service, page)
  return page
}

interface Reached {
  state: string
  done: number
  /** Which of the instances has the job; undefined if none does, as after a kill. */
  holder: number | undefined
}

async function reached({ ask, instances }: Cluster, job: string): Promise<Reached> {
  const [row] = await ask<{ state: string; done: number; owner: string | null }>(
    `SELECT bulk_job.state, done::int, lease_owner_id AS owner FROM bulk_job LEFT JOIN job USING (id)
      WHERE bulk_job.id = $1`,
    [job],
  )
  if (row === undefined) throw new Error('The job is gone')
  const { state, done, owner } = row
  for (const [index, { service }] of instances.entries()) {
    const { cluster } = await (await pageOf(service)).call('service.cluster', {})
    if (cluster?.instances.some(({ id, answers }) => answers && id === owner)) return { state, done, holder: index }
  }
  return { state, done, holder: undefined }
}

test.skipIf(postgresPrograms() === null)(
  'pairs are handed over exactly once each, though the instance that does so is killed again and again',
  async () => {
    const cluster = await startCluster(2, { whenDone: onTestFinished })
    // What triggers do names the other tables without their schema.
    await cluster.ask('ALTER ROLE postgres SET search_path = sandbox, public')
    const project = await cluster.json<Project>(['projects', 'create', '--name', 'Fleet'], 0)
    for (let round = 0; round < ROUNDS; round++) await killWhileHandingOver(cluster, project.id, round)
    expect(await cluster.json(['audit', 'verify'], 0)).toMatchObject({})
    expect(await cluster.json(['check'], 1)).toMatchObject({ ok: true })
  },
  ROUNDS * 120_000 + 300_000,
)

async function killWhileHandingOver(cluster: Cluster, projectId: string, round: number): Promise<void> {
  const { ask, instances } = cluster
  await cluster.json(['cards', 'mock', '--count', MOCK_CARDS, '--seed', String(round), '--project', 'Fleet'], 1)
  const pairs = await makePairs(cluster)
  expect(pairs).toHaveLength(PAIRS)
  const starting = instances[round % instances.length]
  if (starting === undefined) throw new Error('There is no instance')
  const page = await pageOf(starting.service)
  const job = await page.call('bulk.start', {
    projectId,
    environment: 'sandbox',
    request: { command: { type: 'activate' }, selection: { kind: 'arrived', ...APRIL } },
  })
  let kills = 0
  for (;;) {
    const due = kills < KILLS ? (PAIRS * (kills + 1)) / (KILLS + 1) : Number.POSITIVE_INFINITY
    const { state, holder } = await patiently(
      () => reached(cluster, job.id),
      (now) => now.state === 'done' || (now.done >= due && now.holder !== undefined),
    )
    if (state === 'done') break
    await instances[holder ?? 0]?.killAndStart()
    kills += 1
  }
  expect(kills).toBeGreaterThan(0)

  expect(await ask('SELECT total::int, done::int, succeeded::int FROM bulk_job WHERE id = $1', [job.id])).toEqual([
    { total: PAIRS, done: PAIRS, succeeded: PAIRS },
  ])
  const olds = pairs.map(({ old }) => old)
  expect(
    await ask(
      `SELECT old.id AS old, fresh.id AS fresh, fresh.license_plate AS plate, fresh.driver
        FROM card AS old JOIN card AS fresh ON fresh.replaces_card_id = old.id
        WHERE old.id = ANY ($1) AND old.status = 'inactive' AND fresh.status = 'active' ORDER BY old.id`,
      [olds],
    ),
  ).toEqual(pairs)
  const both = [...olds, ...pairs.map(({ fresh }) => fresh)]
  const times = (table: string, what: string, card: string) =>
    ask(
      `SELECT ${what} AS what, count(*)::int AS times, count(DISTINCT ${card})::int AS cards FROM ${table}
        WHERE ${card} = ANY ($1) AND ${what} <> 'card.expiring' GROUP BY 1 ORDER BY 1`,
      [both],
    )
  const once = (...names: string[]) => names.map((what) => ({ what, times: PAIRS, cards: PAIRS }))
  expect(await times('audit_entry', 'action', 'target_id')).toEqual(once('card.disable', 'card.hand_over'))
  expect(await times('event', 'name', 'card_id')).toEqual(once('card.activated', 'card.disabled'))
}
