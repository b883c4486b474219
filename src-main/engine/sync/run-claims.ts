import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { runUnderWay, type ActiveRun, type CancelReason } from './active-run.ts'
import { runningRunsOf } from './run-store.ts'

/** Allows a project one run over all instances, and shows each of them the runs of the others. */
export interface RunClaims {
  /**
   * Runs `work` with the project's claim. Aborts `stop` when any instance cancels the run, or when the claim is lost.
   *
   * @throws ServiceError `error.validation` while another instance has the claim
   */
  hold<Result>(projectId: string, stop: AbortController, work: () => Promise<Result>): Promise<Result>
  /** The run of another instance. */
  find(projectId: string): Promise<ActiveRun | null>
}

/** The agenda of another instance takes over a run this long after the last renewal, at its next round. */
const LEASE_MS = 10_000
/** Two renewals in a row may fail. */
const RENEW_MS = 3_000

export function createRunClaims(core: EnvironmentCore): RunClaims {
  const { database, instanceId } = core
  const waiting = new Map<number, Set<() => void>>()
  database.onChanges((notes) => {
    for (const note of notes) if (note.about === 'run') for (const wake of waiting.get(note.projectKey) ?? []) wake()
  })
  const now = () => core.wallClock.now().getTime()
  const leaseUntil = () => new Date(now() + LEASE_MS).toISOString()
  /** Calls `wake` with every note about the project's run; returns how to stop. */
  const listen = (projectKey: number, wake: () => void): (() => void) => {
    const all = waiting.get(projectKey) ?? new Set()
    waiting.set(projectKey, all.add(wake))
    return () => {
      all.delete(wake)
      if (all.size === 0) waiting.delete(projectKey)
    }
  }
  /** Resolves with what `look` finds, now or after a later note. The end of a lease leaves none, hence the timer. */
  const until = async <Found>(projectKey: number, look: () => Promise<Found | null>): Promise<Found> => {
    for (;;) {
      const woken = Promise.withResolvers<void>()
      const leave = listen(projectKey, woken.resolve)
      const timer = setTimeout(woken.resolve, LEASE_MS).unref()
      try {
        const found = await look()
        if (found !== null) return found
        await woken.promise
      } finally {
        clearTimeout(timer)
        leave()
      }
    }
  }
  const liveClaim = async (projectKey: number, session: EnvironmentSession = database) => {
    const claim = await session.first(claimOf, { projectKey })
    return claim === undefined || Date.parse(claim.lease_until) <= now() ? null : claim
  }
  const take = (projectId: string): Promise<number> =>
    database.write(async (transaction) => {
      const projectKey = await core.projectKey(transaction, projectId)
      if ((await liveClaim(projectKey, transaction)) !== null) throw runUnderWay()
      await transaction.run(transaction.build.deleteFrom('run_claim').where('project_key', '=', projectKey))
      await transaction.run(
        transaction.build.insertInto('run_claim').values({
          project_key: projectKey,
          owner_id: instanceId,
          lease_until: leaseUntil(),
          cancel_by: null,
        }),
      )
      transaction.note({ about: 'run', projectKey })
      return projectKey
    })
  const release = (projectKey: number): Promise<void> =>
    database.write(async (transaction) => {
      const { build } = transaction
      await transaction.run(
        build.deleteFrom('run_claim').where('project_key', '=', projectKey).where('owner_id', '=', instanceId),
      )
      transaction.note({ about: 'run', projectKey })
    })
  const renew = (projectKey: number, stop: AbortController): Promise<void> =>
    database
      .write(async (transaction) => {
        await requireClaim(core, transaction, projectKey)
        const { build } = transaction
        await transaction.run(
          build.updateTable('run_claim').set({ lease_until: leaseUntil() }).where('project_key', '=', projectKey),
        )
      })
      .catch((error: unknown) => {
        if (error instanceof ClaimLost) stop.abort({ by: 'stopping' } satisfies CancelReason)
        else core.logger.log('warn', 'the claim of a run was not renewed', { error: String(error) })
      })
  const obey = async (projectKey: number, stop: AbortController): Promise<void> => {
    const claim = await database.first(claimOf, { projectKey })
    if (claim?.owner_id === instanceId && claim.cancel_by !== null)
      stop.abort({ by: claim.cancel_by } satisfies CancelReason)
  }
  const cancel = (projectKey: number, ownerId: string, by: CancelReason['by']): Promise<void> =>
    database.write(async (transaction) => {
      if (by === 'stopping') return
      const { build } = transaction
      await transaction.run(
        build
          .updateTable('run_claim')
          .set({ cancel_by: by })
          .where('project_key', '=', projectKey)
          .where('owner_id', '=', ownerId),
      )
      transaction.note({ about: 'run', projectKey })
    })
  return {
    hold: async (projectId, stop, work) => {
      const projectKey = await take(projectId)
      const renewing = setInterval(() => void renew(projectKey, stop), RENEW_MS).unref()
      const leave = listen(projectKey, () => {
        obey(projectKey, stop).catch((error: unknown) =>
          core.logger.log('warn', 'whether a run was cancelled is not known', { error: String(error) }),
        )
      })
      try {
        return await work()
      } finally {
        clearInterval(renewing)
        leave()
        // If this fails, the lease ends by itself.
        await release(projectKey).catch(() => {})
      }
    },
    find: async (projectId) => {
      const projectKey = await core.findProjectKey(projectId)
      const claim = projectKey === null ? null : await liveClaim(projectKey)
      if (projectKey === null || claim === null || claim.owner_id === instanceId) return null
      const { owner_id: ownerId } = claim
      const hasEnded = async (): Promise<void | null> =>
        (await liveClaim(projectKey))?.owner_id === ownerId ? null : undefined
      const recordedId = async () => (await database.first(runningRunsOf, { projectKey }))?.id ?? null
      const known = await recordedId()
      return {
        id: () => known,
        get recorded() {
          return until(projectKey, async () => {
            const id = await recordedId()
            if (id === null && (await hasEnded()) === undefined)
              throw new ServiceError('error.unavailable', 'There was nothing to run')
            return id
          })
        },
        get ended() {
          return until(projectKey, hasEnded)
        },
        cancel: ({ by }) => cancel(projectKey, ownerId, by),
      }
    },
  }
}

/** Another instance took over the run: nothing more may be written for it. */
class ClaimLost extends Error {}

/** Fails work for a run whose claim this instance no longer has. Where there is one instance only, it always has it. */
export async function requireClaim(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectKey: number,
): Promise<void> {
  if (!core.database.isShared) return
  const claim = await transaction.first(claimOf, { projectKey })
  if (claim?.owner_id !== core.instanceId) throw new ClaimLost('Another instance has taken over this run')
}

const builder = queryBuilder<EnvironmentSchema>()

const claimOf = prepareQuery<{ projectKey: number }>()('claim of a run', (parameter) =>
  builder.selectFrom('run_claim').selectAll().where('project_key', '=', parameter('projectKey')),
)
