import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { AlertTables } from '../../database/tables/alert-tables.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { warningDaysOf } from '../ledger/warning-days.ts'

/** Something worth a mail. `reference` tells it from any other of its kind in the project. */
export type Occasion = Omit<AlertTables['alert_occasion'], 'id'>

const DAY_MS = 24 * 60 * 60 * 1000
/** The newest failed changes looked at. A provider that refuses thousands has one reason, and the mail names a few. */
const NEWEST_PUSHES = 200

/**
 * What has happened in a project's production since a moment. Found by looking at the rows themselves, so that a crash
 * between a change and its alert loses nothing; whatever is found twice is recorded once.
 */
export async function findOccasions(
  production: EnvironmentCore,
  projectId: string,
  since: string,
): Promise<Occasion[]> {
  const projectKey = await production.findProjectKey(projectId)
  if (projectKey === null) return []
  const { database } = production
  const now = production.clock.now()
  const at = now.toISOString()
  const runs = await database.all(failedRuns, { projectKey, since })
  const firstFailures: Occasion[] = []
  for (const run of runs) {
    // Failures in a row are one occasion; the daily digest says that it is still failing.
    const before = await database.first(runBefore, { projectKey, seq: run.seq })
    if (before?.state === 'failed') continue
    firstFailures.push({ kind: 'sync_failed', project_id: projectId, what: 'run', reference: run.id, at })
  }
  const pushes = await database.all(failedPushes(projectKey, since))
  const webhooks = await database.all(disabledWebhooks, { projectKey, since })
  const today = at.slice(0, 10)
  // As early as `card.expiring`.
  const last = new Date(now.getTime() + (await warningDaysOf(database, projectKey)) * DAY_MS).toISOString().slice(0, 10)
  const days = await database.all(expiryDays, { projectKey, from: today, to: last })
  return [
    ...firstFailures,
    ...pushes.map(({ id, attempt_count: attempt }): Occasion => ({
      kind: 'sync_failed',
      project_id: projectId,
      what: 'push',
      reference: `${id}:${attempt}`,
      at,
    })),
    ...webhooks.map((webhook): Occasion => ({
      kind: 'webhook_disabled',
      project_id: projectId,
      what: 'webhook',
      reference: `${webhook.id}:${webhook.disabled_at}`,
      at,
    })),
    ...days.map(({ what }): Occasion => ({
      kind: 'cards_expiring',
      project_id: projectId,
      what: 'expiry',
      reference: what,
      at,
    })),
  ]
}

const builder = queryBuilder<EnvironmentSchema>()

const failedRuns = prepareQuery<{ projectKey: number; since: string }>()('runs failed since', (parameter) =>
  builder
    .selectFrom('sync_run')
    .select(['seq', 'id'])
    .where('project_key', '=', parameter('projectKey'))
    .where('kind', '=', 'pull')
    .where('state', '=', 'failed')
    .where('finished_at', '>=', parameter('since'))
    .orderBy('seq', 'desc')
    .limit(20),
)

const runBefore = prepareQuery<{ projectKey: number; seq: number }>()('run before', (parameter) =>
  builder
    .selectFrom('sync_run')
    .select('state')
    .where('project_key', '=', parameter('projectKey'))
    .where('kind', '=', 'pull')
    .where('state', 'in', ['completed', 'failed'])
    .where('seq', '<', parameter('seq'))
    .orderBy('seq', 'desc')
    .limit(1),
)

function failedPushes(projectKey: number, since: string) {
  const newest = builder
    .selectFrom('job')
    .select(['job.id', 'job.card_id', 'job.attempt_count'])
    .where('job.project_key', '=', projectKey)
    .where('job.failure', 'is not', null)
    .orderBy('job.seq', 'desc')
    .limit(NEWEST_PUSHES)
  return builder
    .selectFrom(newest.as('push'))
    .innerJoin('card', 'card.id', 'push.card_id')
    .select(['push.id', 'push.attempt_count'])
    .where('card.sync_status', '=', 'failed')
    .where('card.updated_at', '>=', since)
}

const disabledWebhooks = prepareQuery<{ projectKey: number; since: string }>()('webhooks disabled since', (parameter) =>
  builder
    .selectFrom('webhook')
    .select(['id', 'disabled_at'])
    .where('project_key', '=', parameter('projectKey'))
    .where('status', '=', 'disabled')
    .where('disabled_reason', '!=', 'manual')
    .where('disabled_at', '>=', parameter('since')),
)

/** From the overview's counters. */
const expiryDays = prepareQuery<{ projectKey: number; from: string; to: string }>()('days of expiry', (parameter) =>
  builder
    .selectFrom('overview_count')
    .select('what')
    .where('project_key', '=', parameter('projectKey'))
    .where('about', '=', 'expiry')
    .where('what', '>=', parameter('from'))
    .where('what', '<=', parameter('to'))
    .groupBy('what')
    .having(({ fn }) => fn.sum('count'), '>', 0),
)
