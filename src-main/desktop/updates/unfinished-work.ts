import type { Engine } from '../../engine/engine.ts'

/** Whether a bulk job or a synchronisation has begun and not ended, on disk: what the next start resumes. */
export async function hasUnfinishedWork(engine: Pick<Engine, 'projects' | 'environment'>): Promise<boolean> {
  const { bulk: sandbox } = engine.environment('sandbox')
  const { bulk: production, sync } = engine.environment('production')
  for (const { id } of await engine.projects.list()) {
    const jobs = [...(await sandbox.list(id)), ...(await production.list(id))]
    if (jobs.some(({ finishedAt }) => finishedAt === null)) return true
    if (sync !== null && (await sync.state(id)).running !== null) return true
  }
  return false
}
