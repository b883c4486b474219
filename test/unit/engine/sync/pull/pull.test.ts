import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../../../../support/portal/connected.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { CLERK } from '../../../../support/context.ts'
import { fakeClock } from '../../../../support/engine.ts'

const HOUR_MS = 3_600_000
const WRITTEN = 'SELECT count(*) AS events, (SELECT count(*) FROM audit_entry) AS audited FROM event'

/** Over a server, a fifth shows the same. */
const PAGES = OVER_POSTGRES ? 2 : 10
const CARDS = PAGES * 1_000

describe(`a pull of ${CARDS} cards`, () => {
  it('creates them all, then writes nothing if nothing changed, then updates the hundred that did', async () => {
    const { portal, pull, rows, events } = await connectedFleet({ cards: CARDS })
    expect(await pull()).toMatchObject({
      kind: 'pull',
      source: portal.baseUrl,
      state: 'completed',
      pages: PAGES,
      created: CARDS,
      updated: 0,
      unchanged: 0,
      failed: 0,
      error: null,
    })
    expect(rows("SELECT count(*) AS cards FROM card WHERE sync_status = 'synced'")).toEqual([{ cards: CARDS }])
    expect(events().filter((name) => name === 'card.created')).toHaveLength(CARDS)

    const [written] = rows(WRITTEN)
    const before = rows('SELECT * FROM card ORDER BY seq')
    expect(await pull({ full: true })).toMatchObject({
      state: 'completed',
      pages: PAGES,
      created: 0,
      updated: 0,
      unchanged: CARDS,
      failed: 0,
    })
    expect(rows('SELECT * FROM card ORDER BY seq')).toEqual(before)
    // The end of the run, and the clerk's request for it.
    expect(rows(WRITTEN)).toEqual([
      { events: Number(written?.['events']) + 1, audited: Number(written?.['audited']) + 1 },
    ])

    const changed = rows("SELECT provider_card_id AS id FROM card WHERE status = 'active' ORDER BY seq LIMIT 100").map(
      ({ id }) => String(id),
    )
    for (const id of changed)
      await portal.changeCard(id, {
        status: 'inactive',
        authorizations: { gasoline: false, diesel: false, lpg: false, heatingOil: false },
      })
    expect(await pull({ full: true })).toMatchObject({
      state: 'completed',
      created: 0,
      updated: 100,
      unchanged: CARDS - 100,
      failed: 0,
    })
    expect(events().filter((name) => name === 'card.disabled')).toHaveLength(100)
    expect(events().filter((name) => name === 'sync.completed')).toHaveLength(3)
    expect(rows('SELECT kind, trigger, state, complete FROM sync_run')).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'pull', trigger: 'manual', state: 'completed', complete: 1 })),
    )
  }, 120_000)
})

describe('a pull after a completed one', () => {
  it('asks for what changed since the first page of that one, by the clock of the portal', async () => {
    let portalTime = Date.parse('2026-03-14T12:00:00Z')
    const { portal, pull, rows } = await connectedFleet({ cards: 300, now: () => new Date(portalTime) })
    await pull()
    const [{ last_portal_time: mark } = {}] = rows('SELECT last_portal_time FROM provider')
    portalTime = Date.parse(String(mark)) + HOUR_MS
    await portal.changeCard('PC1-0000007', { driver: 'Grace Hopper' })
    expect(await pull()).toMatchObject({ state: 'completed', pages: 1, created: 0, updated: 1, unchanged: 0 })
    expect(rows('SELECT updated_since, complete FROM sync_run ORDER BY seq')).toEqual([
      { updated_since: null, complete: 1 },
      { updated_since: mark, complete: 0 },
    ])
  })

  it('asks for everything once a day, and after the connection was saved again', async () => {
    const clock = fakeClock()
    const { pull, rows, sync, projectId, connection } = await connectedFleet({ cards: 20 }, { wallClock: clock })
    await pull()
    await pull()
    clock.advance(23 * HOUR_MS)
    await pull()
    await pull()
    await sync().providers.set(projectId, connection, { enabled: false }, CLERK)
    await pull()
    expect(
      rows('SELECT updated_since FROM sync_run ORDER BY seq').map(({ updated_since: since }) => since === null),
    ).toEqual([true, false, true, false, true])
  })
})
