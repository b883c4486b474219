import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { startBenchService, type BenchService } from './fixture.ts'
import { latencies, median, type Measurement, type Questions } from './measure.ts'

const SMALL = 10_000
const LARGE = 1_000_000
const REQUESTS = 120
/**
 * A burst of other work on the machine decides a round of fractions of a millisecond, but not the median of several.
 */
const ROUNDS = 9
/** Different cards are searched for, so that no page cache answers for all. */
const SAMPLES = 20

interface Sample {
  cardNumber: string
  licensePlate: string
  /** A name, whole or the first one only, that some 100 cards have. */
  frequentDriver: string
}

interface Fleet {
  service: BenchService
  samples: readonly Sample[]
}

/** Cost follows the page, not the fleet: a million cards against ten thousand; and search against LIKE. */
export async function benchFleet(): Promise<Measurement[]> {
  const services: BenchService[] = []
  const fleetOf = async (count: number): Promise<Fleet> => {
    const service = await startBenchService()
    services.push(service)
    const started = performance.now()
    await service.mockCards(count)
    console.log(`${count} mock cards in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return { service, samples: sampleCards(service) }
  }
  try {
    return await compare(await fleetOf(LARGE), await fleetOf(SMALL))
  } finally {
    for (const service of services) await service.end()
  }
}

async function compare(large: Fleet, small: Fleet): Promise<Measurement[]> {
  const rows: Measurement[] = []
  let fragmentMs = Number.NaN
  for (const [what, query] of Object.entries(QUERIES)) {
    const rounds: { atLarge: number; atSmall: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [atLarge, atSmall] = await latencies(questions(large, query), questions(small, query))
      rounds.push({ atLarge, atSmall })
    }
    const atLarge = median(rounds.map((round) => round.atLarge))
    const atSmall = median(rounds.map((round) => round.atSmall))
    if (query === QUERIES[FRAGMENT]) fragmentMs = atLarge
    const ratio = median(rounds.map((round) => round.atLarge / round.atSmall))
    rows.push({
      what: `1,000,000 / 10,000 cards: ${what}`,
      measured: ratio.toFixed(2),
      bound: '<= 1.5',
      ok: ratio <= 1.5,
      detail: `${atLarge.toFixed(2)} ms / ${atSmall.toFixed(2)} ms`,
    })
  }
  const plain = likeMs(large)
  const faster = plain / fragmentMs
  return [
    ...rows,
    {
      what: `${FRAGMENT}, LIKE / ours`,
      measured: faster.toFixed(0),
      bound: '>= 50',
      ok: faster >= 50,
      detail: `LIKE ${plain.toFixed(0)} ms`,
    },
  ]
}

function questions({ service, samples }: Fleet, query: Query): Questions {
  return {
    origin: service.origin,
    headers: service.headers,
    paths: Array.from({ length: REQUESTS }, (_, index) => {
      const asked = new URLSearchParams(query(samples[index % samples.length] as Sample))
      return `/v1/projects/${service.projectId}/cards?${asked.toString()}`
    }),
  }
}

type Query = (sample: Sample) => Record<string, string>

const FRAGMENT = 'search: plate fragment'

const QUERIES: Record<string, Query> = {
  unfiltered: () => ({}),
  'by status': () => ({ 'filter[status]': 'inactive' }),
  'sorted by driver': () => ({ 'sort[field]': 'driver' }),
  'search: whole card number': ({ cardNumber }) => ({ search: cardNumber }),
  'search: its last 6 digits': ({ cardNumber }) => ({ search: cardNumber.slice(-6) }),
  [FRAGMENT]: ({ licensePlate }) => ({ search: licensePlate.slice(1) }),
  'search: a driver with some 100 matches': ({ frequentDriver }) => ({ search: frequentDriver }),
}

function sampleCards(service: BenchService): Sample[] {
  const sqlite = new BetterSqlite3(join(service.dataDir, 'sandbox.sqlite'), { readonly: true })
  const rows = sqlite
    .prepare(`SELECT card_number AS cardNumber, license_plate AS licensePlate FROM card
    WHERE driver IS NOT NULL AND length(license_plate) >= 6 AND seq % (SELECT max(seq) / ${SAMPLES * 3} FROM card) = 0 LIMIT ${SAMPLES}`)
    .all() as Omit<Sample, 'frequentDriver'>[]
  const names = frequentDrivers(sqlite)
  sqlite.close()
  return rows.map((row, index) => ({ ...row, frequentDriver: names[index % names.length] ?? '' }))
}

/**
 * In a small fleet no whole name is that frequent: the names, and the beginnings of names, that come nearest to 100
 * cards.
 */
function frequentDrivers(sqlite: BetterSqlite3.Database): string[] {
  const counts = new Map<string, number>()
  for (const driver of sqlite
    .prepare('SELECT driver_key FROM card WHERE driver_key IS NOT NULL')
    .pluck()
    .iterate() as IterableIterator<string>) {
    for (const name of new Set([driver, ...[4, 5, 6, 7, 8].map((length) => driver.slice(0, length).trim())]))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .filter(([name]) => name.length >= 4)
    .sort(([, left], [, right]) => Math.abs(left - 100) - Math.abs(right - 100))
    .slice(0, SAMPLES)
    .map(([name]) => name)
}

/** What a plain `LIKE` costs for the same question on the same table. */
function likeMs({ service, samples }: Fleet): number {
  const sqlite = new BetterSqlite3(join(service.dataDir, 'sandbox.sqlite'), { readonly: true })
  const query = sqlite.prepare(
    'SELECT id FROM card WHERE project_key = 1 AND (card_number LIKE ? OR plate_key LIKE ? OR driver LIKE ?) ORDER BY created_at DESC LIMIT 50',
  )
  const times = samples.slice(0, 5).map(({ licensePlate }) => {
    const pattern = `%${licensePlate.slice(1).replaceAll(/[ -]/g, '').toLowerCase()}%`
    const started = performance.now()
    query.all(pattern, pattern, pattern)
    return performance.now() - started
  })
  sqlite.close()
  return median(times)
}
