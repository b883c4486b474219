import type { Server } from './server.ts'

/** What each counter of an environment has to add up to, as its triggers count. */
const COUNTED: readonly (readonly [counter: string, kept: string, counted: string])[] = [
  [
    'cards by status',
    'SELECT project_key, status, sync_status, sum(count) FROM card_count GROUP BY 1, 2, 3 HAVING sum(count) <> 0',
    'SELECT project_key, status, sync_status, count(*) FROM card GROUP BY 1, 2, 3',
  ],
  [
    'cards by authorization',
    keptOf('authorization'),
    'SELECT project_key, (auth_gasoline + 2 * auth_diesel + 4 * auth_lpg + 8 * auth_heating_oil)::text, count(*) FROM card GROUP BY 1, 2',
  ],
  [
    'cards by expiry',
    keptOf('expiry'),
    'SELECT project_key, substr(expiration_date, 1, 10), count(*) FROM card WHERE expiration_date IS NOT NULL GROUP BY 1, 2',
  ],
  [
    'deliveries by day',
    keptOf('delivery'),
    "SELECT project_key, substr(created_at, 1, 10) || ' ' || status, count(*) FROM delivery GROUP BY 1, 2",
  ],
  [
    'pushes',
    "SELECT project_key, name, sum(count) FROM sync_count WHERE name <> 'drifted' GROUP BY 1, 2 HAVING sum(count) <> 0",
    "SELECT project_key, push_state || CASE WHEN exported_at IS NULL THEN '' ELSE '+exported' END, count(*) FROM job WHERE kind = 'push' GROUP BY 1, 2",
  ],
  [
    'drifted cards',
    "SELECT project_key, sum(count) FROM sync_count WHERE name = 'drifted' GROUP BY 1 HAVING sum(count) <> 0",
    'SELECT project_key, count(*) FROM drifted_card GROUP BY 1',
  ],
]

function keptOf(about: string): string {
  return `SELECT project_key, what, sum(count) FROM overview_count WHERE about = '${about}' GROUP BY 1, 2 HAVING sum(count) <> 0`
}

/** The counters of an environment that differ from what they count. Each is compared as of one moment. */
export async function findMiscounts(server: Server): Promise<string[]> {
  const wrong: string[] = []
  for (const [counter, kept, counted] of COUNTED) {
    const { rows } = await server.read({
      text: `WITH kept AS (${kept}), counted AS (${counted})
        SELECT EXISTS ((TABLE kept EXCEPT TABLE counted) UNION ALL (TABLE counted EXCEPT TABLE kept)) AS differs`,
    })
    if (rows[0].differs === true) wrong.push(counter)
  }
  return wrong
}
