import { onTestFinished } from 'vitest'
import type { EnvironmentCore } from '../../../src-main/engine/kernel/environment-core.ts'
import { createRunClaims } from '../../../src-main/engine/sync/run-claims.ts'

/** Holds a project's run until the test ends, as an instance does while it pulls or imports. */
export async function claimRun(core: EnvironmentCore, projectId: string): Promise<void> {
  if (!core.database.isShared) return
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const held = createRunClaims(core).hold(projectId, new AbortController(), () => {
    begun.resolve()
    return end.promise
  })
  onTestFinished(() => {
    end.resolve()
    return held
  })
  await Promise.race([begun.promise, held])
}
