import {
  bulkRequestSchema,
  bulkResultsInputSchema,
  type BulkJob,
  type BulkRequest,
  type BulkResult,
} from '../../../../src-main/domain/cards/bulk.ts'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import type { Environment } from '../../../../src-main/engine/environment-service.ts'
import { CLERK } from '../../../support/context.ts'
import type { TestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'

/** A card as a clerk sees it, without its times. */
export interface State {
  id: string
  card_number: string
  status: 'new' | 'active' | 'inactive'
  license_plate: string | null
  driver: string | null
  authorizations: number
}

/** All cards of an environment in a data folder, as stored. */
export function statesOf(dataDir: string, environment: EnvironmentName = 'sandbox'): State[] {
  const sql =
    'SELECT id, card_number, status, license_plate, driver, auth_gasoline + auth_diesel + auth_lpg + auth_heating_oil AS authorizations FROM card ORDER BY seq'
  return rowsOf(dataDir, environment, sql) as unknown as State[]
}

/** Generates mock cards in a project of its own. */
export async function fleetOf(test: TestEngine, count: number, seed = 1): Promise<string> {
  const { id } = await test.engine.projects.create(`Fleet ${seed}`, CLERK)
  await test.engine.environment('sandbox').mockCards?.create(id, { count, seed }, CLERK)
  return id
}

export const onCards = (type: 'enable' | 'disable', cardIds: string[]): BulkRequest =>
  bulkRequestSchema.parse({ selection: { kind: 'cards', cardIds }, command: { type } })

/** Starts a bulk command and waits for its end. */
export async function run(environment: Environment, projectId: string, request: BulkRequest): Promise<BulkJob> {
  return environment.bulk.finished((await environment.bulk.start(projectId, request, CLERK)).id)
}

export async function undo(environment: Environment, jobId: string): Promise<BulkJob> {
  return environment.bulk.finished((await environment.bulk.undo(jobId, CLERK)).id)
}

/** What a result says of a card whose status holds at the provider as well. */
export const AS_SHOWN = { claim: null, providerMessage: null }

export async function resultsOf(
  environment: Environment,
  jobId: string,
  outcome?: BulkResult['outcome'],
): Promise<BulkResult[]> {
  const all: BulkResult[] = []
  for (let page = 1; ; page++) {
    const { docs, total } = await environment.bulk.results(
      jobId,
      bulkResultsInputSchema.parse({ page, limit: 1_000, outcome }),
    )
    all.push(...docs)
    if (docs.length === 0) {
      if (all.length !== total) throw new Error(`${all.length} results where ${total} were told`)
      return all
    }
  }
}

/** The number of events with a name for each card. */
export function eventsPerCard(
  dataDir: string,
  name: string,
  environment: EnvironmentName = 'sandbox',
): Map<string, number> {
  const rows = rowsOf(
    dataDir,
    environment,
    `SELECT card_id, count(*) AS events FROM event WHERE name = '${name}' GROUP BY card_id`,
  )
  return new Map(rows.map((row) => [String(row['card_id']), Number(row['events'])]))
}
