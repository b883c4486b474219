import { setTimeout } from 'node:timers/promises'
import { patiently } from './patience.ts'
import type { Scene } from './scene.ts'

const CUT_COMMITS = 12
const BETWEEN_CUTS_MS = 120

const FAULTS: Readonly<Record<string, (scene: Scene, isOver: () => void) => Promise<void>>> = {
  'an instance is killed': async ({ cluster, random }, isOver) => {
    const instance = cluster.instances[random(cluster.instances.length)]
    await instance?.service.end('SIGKILL')
    isOver()
    await instance?.start()
  },
  'all connections are ended': async ({ cluster }, isOver) => {
    await cluster.cutConnections()
    isOver()
  },
  'the server is killed': async (scene, isOver) => {
    const { server } = scene.cluster
    const ids = await instanceIds(scene)
    await server.kill()
    await server.start()
    // Until an instance has shown again that it lives, the other one may rightly take what it holds.
    void seenFromNowOn(scene, ids)
      .then(isOver)
      .catch(() => {})
  },
  'connections break at a commit': async ({ connection, random }, isOver) => {
    for (let cut = 0; cut < CUT_COMMITS; cut++) {
      connection.cutAtCommit(random(2) === 0 ? 'lost' : 'kept')
      await setTimeout(BETWEEN_CUTS_MS)
    }
    isOver()
  },
}

/** Causes the fault of a round and notes when. */
export async function disturb(scene: Scene, round: number): Promise<void> {
  const [what, cause] = Object.entries(FAULTS)[round % Object.keys(FAULTS).length] ?? []
  if (what === undefined || cause === undefined) throw new Error('There are no faults')
  const disturbance = { what, from: performance.now(), to: Number.POSITIVE_INFINITY }
  scene.disturbances.push(disturbance)
  await cause(scene, () => (disturbance.to = performance.now()))
}

async function instanceIds({ cluster, pageAt }: Scene): Promise<string[]> {
  const ids: string[] = []
  for (const index of cluster.instances.keys()) {
    const status = await patiently(
      async () => (await pageAt(index)).call('service.cluster', {}),
      (found) => found.cluster !== null,
    )
    ids.push(...(status.cluster?.instances.flatMap(({ id, answers }) => (answers ? [id] : [])) ?? []))
  }
  return ids
}

/** Resolves once each instance has noted that it lives, or has ended. */
async function seenFromNowOn({ cluster }: Scene, ids: readonly string[]): Promise<void> {
  const [now] = await cluster.ask<{ at: Date }>('SELECT now() AS at')
  await patiently(
    () =>
      cluster.ask(
        `SELECT id FROM sandbox.instance WHERE id = ANY ($1) AND ended_at IS NULL AND seen_at < $2
        UNION SELECT id FROM production.instance WHERE id = ANY ($1) AND ended_at IS NULL AND seen_at < $2`,
        [ids, now?.at.toISOString()],
      ),
    (unseen) => unseen.length === 0,
  )
}
