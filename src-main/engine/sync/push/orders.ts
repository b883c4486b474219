import { portalTakesChanges } from '../../ledger/provider-changes.ts'
import type { ChangeOrder } from '../../../domain/sync/provider.ts'
import { validationError } from '../../../domain/errors.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { writeCsv } from '../../cards/files/write-table.ts'
import type { ProgressOptions } from '../../kernel/progress-options.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { eachInSlices, SHORT_SLICE_MS, startSlice } from '../../kernel/slices.ts'
import { readListPage } from './pages.ts'
import { readSyncCounts } from './push-counts.ts'
import { changeOf } from '../../ledger/push-store.ts'
import { allOrdersAfter, markExported, orderRows, ordersAfter } from './order-store.ts'

/** Changes for a clerk to hand to a provider that accepts none from programs. They wait, but have not failed. */
export interface ChangeOrders {
  /** Unexported orders first, then the others, each oldest first. */
  list(
    projectId: string,
    input: { page: number; limit: number; exported?: boolean | undefined },
  ): Promise<{ docs: ChangeOrder[]; total: number }>
  /**
   * Writes the unexported orders, or with `again` all open ones, to a CSV file, and marks them once the file is
   * complete: whatever happens on the way, no order counts as handed over without being in a file.
   *
   * @throws ServiceError `error.validation` if the file cannot be written
   */
  toFile(
    projectId: string,
    target: { file: string; again: boolean },
    context: ChangeContext,
    options?: ProgressOptions,
  ): Promise<{ file: string; orders: number }>
}

const ORDERS_AT_ONCE = 200

export function createChangeOrders(core: EnvironmentCore): ChangeOrders {
  /** Null if a portal accepts changes: then they are pushes. */
  const projectWithOrders = async (projectId: string): Promise<number | null> => {
    const projectKey = await core.findProjectKey(projectId)
    return projectKey === null || (await portalTakesChanges(core.database, projectKey)) ? null : projectKey
  }
  return {
    list: async (projectId, { page, limit, exported }) => {
      const projectKey = await projectWithOrders(projectId)
      if (projectKey === null) return { docs: [], total: 0 }
      const { orders } = await readSyncCounts(core, projectKey)
      const open = orderRows.where('job.project_key', '=', projectKey).where('job.push_state', '=', 'queued')
      const matching = exported === undefined ? open : open.where('job.exported_at', exported ? 'is not' : 'is', null)
      const rows = await readListPage(
        core,
        'change orders',
        matching.orderBy('job.exported_at', (order) => order.asc().nullsFirst()).orderBy('job.seq'),
        {
          page,
          limit,
        },
      )
      return {
        docs: rows.map(orderOf),
        total: exported === undefined ? orders.fresh + orders.exported : exported ? orders.exported : orders.fresh,
      }
    },

    toFile: async (projectId, { file, again }, context, { signal, onProgress } = {}) => {
      const projectKey = await projectWithOrders(projectId)
      const written: number[] = []
      const rows = async function* (): AsyncGenerator<string[]> {
        const query = again ? allOrdersAfter : ordersAfter
        const slice = startSlice(SHORT_SLICE_MS)
        for (let after = 0; projectKey !== null;) {
          const orders = await core.database.all(query, { projectKey, after, limit: ORDERS_AT_ONCE })
          if (orders.length === 0) return
          for (const order of orders) {
            after = order.seq
            written.push(order.seq)
            yield ORDER_FILE.map(([, read]) => read(order))
          }
          onProgress?.({ done: written.length, total: null })
          if (slice.isOver()) await slice.next()
        }
      }
      try {
        await writeCsv(
          file,
          ORDER_FILE.map(([header]) => header),
          rows(),
          { signal },
        )
      } catch (error) {
        if (error instanceof Error && 'syscall' in error)
          throw validationError([
            {
              field: 'file',
              message: `The file cannot be written: ${error.message}`,
              problem: { code: 'file_unwritable' },
            },
          ])
        throw error
      }
      const orders = written.length
      await mark(core, written)
      if (projectKey !== null) {
        await core.database.write(async (transaction) => {
          core.audit.append(transaction, context, {
            action: 'orders.export',
            target: { type: 'project', id: projectId },
            projectId,
            after: { orders, again },
          })
          return undefined
        })
      }
      return { file, orders }
    },
  }
}

/** An order that was replaced or confirmed meanwhile is gone; its replacement is in no file, and stays unmarked. */
async function mark(core: EnvironmentCore, written: number[]): Promise<void> {
  const at = core.clock.now().toISOString()
  await eachInSlices(core.database, written, (transaction, seq) => transaction.run(markExported, { seq, at }))
}

interface OrderRow {
  id: string
  card_id: string | null
  card_number: string
  provider_card_id: string
  license_plate: string | null
  driver: string | null
  payload: string
  created_at: string
  exported_at: string | null
}

function orderOf(row: OrderRow): ChangeOrder {
  const { action, licensePlate = null, driver = null } = changeOf(row.payload)
  return {
    id: row.id,
    cardId: row.card_id ?? '',
    cardNumber: row.card_number,
    action,
    licensePlate,
    driver,
    createdAt: row.created_at,
    exportedAt: row.exported_at,
  }
}

/** The columns for a clerk at the provider: what to do with each card, and the values to set. */
const ORDER_FILE: readonly [header: string, read: (order: OrderRow) => string][] = [
  ['Order', (order) => order.id],
  ['Card number', (order) => order.card_number],
  ['Provider card id', (order) => order.provider_card_id],
  ['Action', (order) => changeOf(order.payload).action],
  ['New licence plate', (order) => changeOf(order.payload).licensePlate ?? ''],
  ['New driver', (order) => changeOf(order.payload).driver ?? ''],
  ['Vehicle', (order) => order.license_plate ?? ''],
  ['Driver', (order) => order.driver ?? ''],
  ['Ordered (UTC)', (order) => order.created_at],
]
