import { Pool } from 'undici'

/** Where commands go; more than one origin take turns. */
export interface Commanded {
  origins: readonly string[]
  projectId: string
  headers: Record<string, string>
}

const LISTED = 100

/** Active cards, for commands to disable and enable. */
export async function activeCards({ origins, projectId, headers }: Commanded, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < count; page += 1) {
    const answer = await fetch(
      `${origins[0]}/v1/projects/${projectId}/cards?limit=${LISTED}&page=${page}&filter[status]=active`,
      { headers },
    )
    const { docs } = (await answer.json()) as { docs: { id: string }[] }
    if (docs.length === 0) throw new Error(`There are fewer than ${count} active cards`)
    ids.push(...docs.map(({ id }) => id))
  }
  return ids.slice(0, count)
}

/**
 * Disables and enables cards, each lane its own, until the time is over or so many commands are made.
 *
 * @returns how many were made in a second
 */
export async function loadCommands(
  { origins, projectId, headers }: Commanded,
  cards: readonly string[],
  { lanes, ms, atMost = Infinity }: { lanes: number; ms: number; atMost?: number },
): Promise<number> {
  const pools = origins.map((origin) => new Pool(origin, { connections: lanes, pipelining: 1 }))
  let made = 0
  const started = performance.now()
  const drive = async (lane: number) => {
    const own = cards.filter((_id, index) => index % lanes === lane)
    for (let turn = 0; performance.now() - started < ms && made < atMost; turn += 1)
      for (const action of ['disable', 'enable'])
        for (const id of own) {
          const response = await pools[made % pools.length]?.request({
            path: `/v1/projects/${projectId}/cards/${id}/${action}`,
            method: 'POST',
            headers,
          })
          const text = await response?.body.text()
          if (response?.statusCode !== 200)
            throw new Error(`A command was answered with ${response?.statusCode}: ${text}`)
          made += 1
        }
  }
  await Promise.all(Array.from({ length: lanes }, (_none, lane) => drive(lane)))
  const seconds = (performance.now() - started) / 1000
  for (const pool of pools) await pool.close()
  return made / seconds
}
