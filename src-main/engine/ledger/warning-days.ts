import { EXPIRY_WARNING_DAYS } from '../../domain/cards/expiring.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentSession } from '../kernel/environment-core.ts'

/** How many days before its last day a project's card is announced. */
export async function warningDaysOf(session: EnvironmentSession, projectKey: number | null): Promise<number> {
  const scope = projectKey === null ? undefined : await session.first(chosenDays, { projectKey })
  return scope?.expiry_warning_days ?? EXPIRY_WARNING_DAYS
}

const chosenDays = prepareQuery<{ projectKey: number }>()('expiry warning of project', (parameter) =>
  queryBuilder<EnvironmentSchema>()
    .selectFrom('project_scope')
    .select('expiry_warning_days')
    .where('key', '=', parameter('projectKey')),
)
