import type { Cluster } from '../../../src-main/domain/desk/cluster.ts'
import { seriousViolations } from '../support/axe.ts'
import { fits } from '../support/look.ts'
import { callService, expect, goTo, screenshot, speak, test, type Page } from '../support/test.ts'

const NOW = '2026-03-14T15:09:26.000Z'
const HERE = '018f3a5c-0000-7000-8000-000000000001'
const THERE = '018f3a5d-0000-7000-8000-000000000002'

const CLUSTER: Cluster = {
  now: NOW,
  instances: [
    instance({ id: HERE, address: 'fleet-a', answers: true, seenAt: '2026-03-14T15:09:23.000Z' }),
    instance({ id: THERE, address: 'fleet-b', state: 'unseen', seenAt: '2026-03-14T15:08:11.000Z' }),
    instance({ id: 'ended', address: 'fleet-b', state: 'ended', endedAt: '2026-03-14T12:00:00.000Z' }),
  ],
  duties: [
    { database: 'control', name: 'witness', holderId: HERE, until: '2026-03-14T15:09:51.000Z' },
    { database: 'production', name: 'agenda', holderId: null, until: null },
  ],
  databases: (['control', 'sandbox', 'production'] as const).map((name, row) => ({
    name,
    place: `postgres://db-1.fleet.example:5432,db-2.fleet.example:5432/fuelcard#${name}`,
    answers: true,
    pool: { open: 4 + row * 3, idle: 3, waiting: row === 2 ? 5 : 0, size: 10 },
    noteLagMs: 840,
    schema: 'current',
  })),
  server: {
    version: '18.1',
    isPrimary: true,
    takesWrites: true,
    tls: 'TLSv1.3',
    login: 'fuelcard_control',
    synchronousStandbyNames: '',
    waitsForStandby: false,
    maySeeStandbys: true,
    standbys: [{ name: 'db-2', address: '10.0.0.12', state: 'streaming', sync: 'async', lagMs: 4, lagBytes: 2_480 }],
  },
}

function instance(given: Partial<Cluster['instances'][number]>): Cluster['instances'][number] {
  return {
    id: HERE,
    address: 'fleet-a',
    version: '1.4.0',
    startedAt: '2026-03-14T09:00:00.000Z',
    seenAt: NOW,
    endedAt: null,
    state: 'alive',
    answers: false,
    ...given,
  }
}

const group = (desk: Page, name: string) => desk.getByRole('region', { name, exact: true })

/** The service says that it is one instance of a cluster in this state. */
async function pretend(desk: Page, state: () => Cluster | 'away'): Promise<void> {
  await desk.route('**/bridge/call/service.info', async (route) => {
    const response = await route.fetch()
    const { value } = (await response.json()) as { value: object }
    await route.fulfill({ response, json: { ok: true, value: { ...value, isCluster: true } } })
  })
  await desk.route('**/bridge/call/service.cluster', (route) => {
    const cluster = state()
    return route.fulfill({
      json:
        cluster === 'away'
          ? {
              ok: false,
              error: { code: 'error.unavailable', message: 'db-1 does not answer', requestId: 'a-request-id' },
            }
          : { ok: true, value: { cluster } },
    })
  })
}

test('a desk has no cluster to show', async ({ desk }) => {
  await goTo(desk, 'settings?section=cluster')
  await expect(group(desk, 'Appearance')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Cluster' })).toHaveCount(0)
})

test('the cluster shows by itself who runs, what the server promises, and what is wrong', async ({ desk }) => {
  let state: Cluster | 'away' = CLUSTER
  await pretend(desk, () => state)
  await desk.reload()
  await goTo(desk, 'settings?section=cluster')
  const instances = group(desk, 'Instances')
  await expect(
    instances.getByRole('row', { name: /fleet-a 018f3a5c serves this page Running 3 secs? ago/ }),
  ).toBeVisible()
  await expect(instances.getByRole('row', { name: /fleet-b 018f3a5d Not seen/ })).toBeVisible()
  const server = group(desk, 'Database server')
  await expect(server).toContainText('PostgreSQL 18.1')
  await expect(server).toContainText('A failover may lose the last changes')
  await expect(server.getByRole('row', { name: 'db-2 10.0.0.12 streaming async 4 ms 2.5 kB' })).toBeVisible()
  await expect(group(desk, 'Connections').getByRole('row', { name: /Production 7 of 10 3 5 / })).toBeVisible()
  await expect(
    group(desk, 'Duties').getByRole('row', { name: /Sealing of the audit log Service fleet-a/ }),
  ).toBeVisible()
  expect(await seriousViolations(desk)).toEqual([])
  await screenshot(desk, 'cluster-en-light-1280x800')
  await desk.setViewportSize({ width: 1920, height: 1400 })
  await screenshot(desk, 'cluster-en-light-1920x1400')
  await desk.setViewportSize({ width: 1280, height: 800 })

  const { server: known } = CLUSTER
  if (known !== null)
    state = {
      ...CLUSTER,
      server: { ...known, synchronousStandbyNames: 'ANY 1 (db-2, db-3)', waitsForStandby: true, maySeeStandbys: false },
    }
  await expect(server).toContainText('Losing the primary loses nothing that was confirmed')
  await expect(server).toContainText('GRANT pg_read_all_stats TO fuelcard_control;')

  await callService(desk, 'settings.update', { theme: 'dark' })
  for (const [language, words] of [
    ['fr', 'Tâches exclusives'],
    ['nl', 'Taken'],
    ['de', 'Aufgaben'],
  ] as const) {
    await speak(desk, language)
    await expect(group(desk, words)).toBeVisible()
    await fits(desk, language)
  }
  expect(await seriousViolations(desk)).toEqual([])
  await screenshot(desk, 'cluster-de-dark-1280x800')
  await desk.setViewportSize({ width: 900, height: 700 })
  await fits(desk, 'cluster')
  await screenshot(desk, 'cluster-de-dark-900x700')
  await desk.setViewportSize({ width: 1280, height: 800 })
  await speak(desk, 'en')

  state = 'away'
  await expect(desk.getByRole('status').filter({ hasText: 'There has been no answer since' })).toBeVisible()
  await expect(instances.getByRole('row', { name: /fleet-a/ })).toBeVisible()
  state = {
    ...CLUSTER,
    instances: [],
    duties: [],
    server: null,
    databases: CLUSTER.databases.map((one) => ({ ...one, answers: false, schema: null })),
  }
  await expect(desk.getByRole('status').filter({ hasText: 'The database server does not answer' })).toBeVisible()
  await expect(instances).toContainText('Nothing is known of the instances')
  await screenshot(desk, 'cluster-away-en-dark-1280x800')
})
